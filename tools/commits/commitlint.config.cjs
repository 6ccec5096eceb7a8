const fs = require('node:fs');
const path = require('node:path');
const root = path.join(__dirname, '..', '..');
const projects = ['apps', 'libs'].flatMap((folder) => fs.readdirSync(path.join(root, folder)));

module.exports = {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'header-max-length': [2, 'always', 72],
    'scope-enum': [2, 'always', [...projects, 'workspace', 'docs', 'tools', 'bench', 'e2e', 'docker', 'k8s']],
    'scope-empty': [2, 'never'],
    'body-max-line-length': [0],
  },
};
