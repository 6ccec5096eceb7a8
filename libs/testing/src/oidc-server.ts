// Other projects compile this file without its folder.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./oidc-provider.d.ts" />
import { once } from 'node:events';
import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type Provider from 'oidc-provider';

export const AUDIENCE = 'urn:wardstone';
export const TOKEN_LIFETIME_SECONDS = 600;
/** With the characters that RFC 6749 requires to be encoded in Basic credentials. */
const CLIENT_SECRET = 'a secret of the test: 1+1';
const SCOPES = 'openid profile';

/** A real OIDC provider on a port of its own. */
export interface OidcServer {
  issuer: string;
  /** Requests for metadata and keys. */
  lookups: number;
  /** Signing keys, private halves included. */
  keys: JWK[];
  /** The client by which people sign in. */
  client: { id: string; secret: string };
  /** Permitted redirect URIs; none at first. */
  redirectUris: string[];
  /** Claims of the person who signs in next, `sub` among them; without one the sign-in is cancelled. */
  person: { sub: string; [claim: string]: unknown } | undefined;
  /** When that person gave the password to the provider; now by default. */
  signedInAt: Date | undefined;
  /** An access token of a client; the claims are those the client was registered with. */
  fetchToken(clientId: string, resource?: string): Promise<string>;
  /** Goes through a sign-in as a browser does. @returns where the provider leads back to */
  visit(address: string): Promise<URL>;
  /** Replaces the provider's keys. */
  rotate(keys: JWK[]): void;
  /** Handles every request in the provider's place until called with undefined. */
  respondWith(listener: RequestListener | undefined): void;
  close(): Promise<void>;
}

export async function anRsaKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** Starts a provider whose clients get the given claims in their access tokens, and where one person at a time signs in. */
export async function anOidcServer(clients: Readonly<Record<string, object>>, keys: JWK[]): Promise<OidcServer> {
  const { default: OidcProvider } = await import('oidc-provider');
  let provider: Provider;
  let listener: RequestListener = () => undefined;
  let override: RequestListener | undefined;
  const server = http.createServer((request, response) => {
    if (request.method === 'GET') started.lookups++;
    if (override) override(request, response);
    else if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else listener(request, response);
  });
  /** The login page of the provider: signs the visitor in at once. */
  const interact = (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cancelled = { error: 'access_denied', error_description: 'The visitor <cancelled>' };
    const result = started.person
      ? { login: { accountId: started.person.sub, ts: toSeconds(started.signedInAt) } }
      : cancelled;
    return provider.interactionFinished(request, response, result);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: OidcServer = {
    issuer,
    lookups: 0,
    keys,
    client: { id: 'wardstone', secret: CLIENT_SECRET },
    redirectUris: [],
    person: undefined,
    signedInAt: undefined,
    fetchToken: async (clientId, resource = AUDIENCE) => {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(CLIENT_SECRET)}`).toString('base64')}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(resource === '' ? {} : { resource }) }),
      });
      const tokens = (await response.json()) as { access_token?: string };
      if (tokens.access_token === undefined) throw new Error(`no token: ${JSON.stringify(tokens)}`);
      return tokens.access_token;
    },
    visit: async (address) => {
      const cookies = new Map<string, string>();
      let url = new URL(address);
      while (url.origin === issuer) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const text of response.headers.getSetCookie()) {
          const [name = '', value = ''] = text.split(';', 1)[0]!.split('=');
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${url.href} returned ${response.status}: ${await response.text()}`);
        url = new URL(location, url);
      }
      return url;
    },
    rotate: (next) => {
      started.keys = next;
      provider = new OidcProvider(issuer, configuration(clients, started));
      listener = provider.callback();
    },
    respondWith: (given) => {
      override = given;
    },
    close: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  started.rotate(keys);
  return started;
}

const toSeconds = (time: Date | undefined): number | undefined => time && Math.floor(time.getTime() / 1000);

interface GrantContext {
  oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
}

function configuration(clients: Readonly<Record<string, object>>, server: OidcServer): object {
  return {
    clients: [
      ...Object.keys(clients).map((client_id) => ({
        client_id,
        client_secret: CLIENT_SECRET,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      })),
      ...(server.redirectUris.length === 0
        ? []
        : [
            {
              client_id: server.client.id,
              client_secret: server.client.secret,
              grant_types: ['authorization_code'],
              redirect_uris: server.redirectUris,
              response_types: ['code'],
            },
          ]),
    ],
    jwks: { keys: server.keys },
    cookies: { keys: ['a cookie key of the test'] },
    claims: { openid: ['sub'], profile: ['preferred_username', 'org_id', 'roles'] },
    pkce: { required: () => true },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({ accountId, claims: () => server.person }),
    loadExistingGrant: async ({ oidc: { provider, client, session } }: GrantContext) => {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: '',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: TOKEN_LIFETIME_SECONDS,
        }),
      },
    },
    extraTokenClaims: (_context: unknown, token: { clientId: string }) => clients[token.clientId],
  };
}
