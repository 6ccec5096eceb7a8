import { once } from 'node:events';
import http from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'jose';
import Provider from 'oidc-provider';

export const AUDIENCE = 'urn:wardstone';
export const TOKEN_LIFETIME_SECONDS = 600;
const CLIENT_SECRET = 'a secret of the test';

/** A real OIDC provider on a port of its own. */
export interface OidcServer {
  issuer: string;
  /** Requests for metadata and keys. */
  lookups: number;
  /** Signing keys, private halves included. */
  keys: JWK[];
  /** An access token of a client; the claims are those the client was registered with. */
  fetchToken(clientId: string, resource?: string): Promise<string>;
  /** Replaces the provider's keys. */
  rotate(keys: JWK[]): void;
  /** Answers everything in the provider's place until called with undefined. */
  answerWith(listener: RequestListener | undefined): void;
  close(): Promise<void>;
}

export async function anRsaKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** Starts a provider whose clients get the given claims in their access tokens. */
export async function anOidcServer(clients: Readonly<Record<string, object>>, keys: JWK[]): Promise<OidcServer> {
  let listener: RequestListener = () => undefined;
  let override: RequestListener | undefined;
  const server = http.createServer((request, response) => {
    if (request.method === 'GET') started.lookups++;
    (override ?? listener)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const started: OidcServer = {
    issuer,
    lookups: 0,
    keys,
    fetchToken: async (clientId, resource = AUDIENCE) => {
      const response = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(CLIENT_SECRET)}`).toString('base64')}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', ...(resource === '' ? {} : { resource }) }),
      });
      const answer = (await response.json()) as { access_token?: string };
      if (answer.access_token === undefined) throw new Error(`no token: ${JSON.stringify(answer)}`);
      return answer.access_token;
    },
    rotate: (next) => {
      started.keys = next;
      listener = new Provider(issuer, configuration(clients, next)).callback();
    },
    answerWith: (given) => {
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

function configuration(clients: Readonly<Record<string, object>>, keys: JWK[]): object {
  return {
    clients: Object.keys(clients).map((client_id) => ({
      client_id,
      client_secret: CLIENT_SECRET,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
    })),
    jwks: { keys },
    cookies: { keys: ['a cookie key of the test'] },
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
