const fs = require('node:fs');
const path = require('node:path');
const terms = require('./terms.json');
const root = path.join(__dirname, '..', '..');
const projects = ['apps', 'libs'].flatMap((folder) => fs.readdirSync(path.join(root, folder)));

/** Terms that documents avoid as well. */
function plainTerms({ subject }) {
  const avoided = terms.filter(({ avoid }) => new RegExp(avoid, 'i').test(subject ?? ''));
  return [avoided.length === 0, avoided.map(({ prefer }) => `say "${prefer}"`).join('; ')];
}

module.exports = {
  extends: ['@commitlint/config-conventional'],
  plugins: [{ rules: { 'plain-terms': plainTerms } }],
  rules: {
    'header-max-length': [2, 'always', 72],
    'scope-enum': [2, 'always', [...projects, 'workspace', 'docs', 'tools', 'bench', 'e2e', 'docker', 'k8s']],
    'scope-empty': [2, 'never'],
    'body-max-line-length': [0],
    'plain-terms': [2, 'always'],
  },
};
