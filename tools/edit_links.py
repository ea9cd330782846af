"""A hook of MkDocs: where the edit links point, once it is known which repository builds the site."""


def on_config(config):
    if config.repo_url:  # MkDocs would take `master`; without a repository there is nothing to edit
        config.edit_uri = "edit/main/docs/"
    return config
