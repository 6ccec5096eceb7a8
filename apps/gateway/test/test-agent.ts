import { createHash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { basic, type GatewayFixture, type HttpUpstream, startGateway, startUpstream } from './gateway-fixture';

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export const toDigest = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface SigningOver {
  claims?: JWTPayload;
  header?: object;
  /** Seconds from now. */
  lifetime?: number;
}

/** An agent's key and its signatures, valid and forged. */
export class TestAgent {
  private constructor(
    readonly name: string,
    readonly kid: string,
    readonly key: { kty: 'OKP'; crv: 'Ed25519'; x: string },
    private readonly privateKey: CryptoKey,
  ) {}

  static async make(name: string): Promise<TestAgent> {
    const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const { x = '' } = await exportJWK(publicKey);
    const key = { kty: 'OKP', crv: 'Ed25519', x } as const;
    return new TestAgent(name, await calculateJwkThumbprint(key), key, privateKey);
  }

  assertion(over: SigningOver = {}): Promise<string> {
    return this.sign('JWT', over);
  }

  /** For the body of an enrolment. */
  async application(token: string, over: SigningOver = {}): Promise<object> {
    const proof = await this.sign('agent-key+jwt', {
      ...over,
      claims: { token_hash: toDigest(token), ...over.claims },
    });
    return { token, name: this.name, key: this.key, proof };
  }

  /** For the body of a replacement of the key by `next`, which is of the same name. */
  async replacement(next: TestAgent, over: SigningOver = {}): Promise<object> {
    const claims = { next_kid: next.kid, ...over.claims };
    return { assertion: await this.sign('key-rotation+jwt', { ...over, claims }), ...(await next.statement()) };
  }

  /** The key, and the proof that this agent has it. */
  async statement(over: SigningOver = {}): Promise<object> {
    return { key: this.key, proof: await this.sign('agent-key+jwt', over) };
  }

  private sign(typ: string, { claims, header, lifetime = 60 }: SigningOver): Promise<string> {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const payload = {
      iss: this.name,
      sub: this.name,
      aud: 'wardstone',
      iat: nowSeconds,
      exp: nowSeconds + lifetime,
      jti: randomUUID(),
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', kid: this.kid, typ, ...header })
      .sign(this.privateKey);
  }
}

/**
 * Two replicas of a gateway, with requests of administrators and agents. The service behind returns the received
 * identity.
 */
export function useAgentGateways(more: () => Record<string, string> | Promise<Record<string, string>> = () => ({})) {
  let upstream: HttpUpstream;
  let serial = 0;
  const gateways = {} as { fixture: GatewayFixture; replica: GatewayFixture };

  beforeAll(async () => {
    upstream = await startUpstream((request, response) => {
      response.end(String(request.headers['x-vendor-identity']).split('.')[1]);
    });
    const settings = { MONITORING_URL: upstream.address, RATE_LIMIT: 'off', ...(await more()) };
    gateways.fixture = await startGateway(settings);
    gateways.replica = await startGateway({
      ...settings,
      DATABASE_URL: gateways.fixture.databaseUrl,
      SIGNING_KEY_FILE: gateways.fixture.signingKeyFile,
    });
  });
  afterAll(async () => {
    await gateways.replica.close();
    await gateways.fixture.close();
    await upstream.close();
  });

  const send = (method: string, path: string, body?: unknown, authorization?: string, { url } = gateways.fixture) =>
    fetch(url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const asAdmin = (method: string, path: string, body?: unknown) => send(method, path, body, basic('admin'));
  const toOutcome = async (response: Promise<Response>): Promise<[number, string | null]> => {
    const { status, headers } = await response;
    return [status, headers.get('x-error-type')];
  };

  const aName = (): string => `agent-${++serial}`;
  const invite = async (wanted: object = {}): Promise<{ id: string; token: string }> => {
    const response = await asAdmin('POST', '/auth/join-tokens', wanted);
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string; token: string };
  };
  const enrol = async (agent: TestAgent, token: string, at = gateways.fixture): Promise<Response> =>
    send('POST', '/auth/agents', await agent.application(token), undefined, at);
  const grant = (assertion: string, at = gateways.fixture): Promise<Response> =>
    fetch(`${at.url}/auth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: JWT_BEARER, assertion }) });
  const toToken = async (agent: TestAgent, at = gateways.fixture): Promise<string> => {
    const response = await grant(await agent.assertion(), at);
    expect(response.status).toBe(200);
    return `Bearer ${((await response.json()) as { access_token: string }).access_token}`;
  };
  const anAgent = async (name = aName()): Promise<TestAgent> => {
    const agent = await TestAgent.make(name);
    const { token } = await invite({ name });
    expect((await enrol(agent, token)).status).toBe(201);
    return agent;
  };
  return { gateways, send, asAdmin, outcomeOf: toOutcome, aName, invite, enrol, grant, tokenOf: toToken, anAgent };
}
