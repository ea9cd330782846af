// Addresses of the site, from where these scripts are: they hold on every page, and wherever the site is published.

export const SITE = new URL("../../../", import.meta.url)

// Of a page: attention/tokens/
export const pathOf = (address) => new URL(address, location).pathname.slice(SITE.pathname.length)

// Of the notebook that is made of this page.
export const notebook = () => new URL(`notebooks/${pathOf(location).replace(/\/(index\.html)?$/, "")}.ipynb`, SITE).href
