import util from 'node:util';

// http-proxy takes `util._extend` as it is loaded, and Node.js then warns whoever runs the gateway, who can do nothing
// about it. Replaced by what the warning advises, so import this first.
Object.assign(util, { _extend: Object.assign });
