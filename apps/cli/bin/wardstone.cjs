#!/usr/bin/env node
// Old syntax, so that an old Node.js gets as far as the sentence that says it is too old.
const floor = require('../package.json').engines.node.replace('>=', '').split('.').map(Number);
const version = process.versions.node.split('.').map(Number);
if (version[0] > floor[0] || (version[0] === floor[0] && version[1] >= floor[1])) {
  require('../main.js');
} else {
  console.error('wardstone needs Node.js ' + floor.join('.') + ' or newer; this is ' + process.versions.node + '.');
  process.exitCode = 1;
}
