/** The little that the tests use of the provider, which brings no types of its own. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): RequestListener;
  }
}
