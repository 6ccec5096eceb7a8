import { createHash, randomUUID } from 'node:crypto';
import { SignJWT, calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface SigningOver {
  claims?: JWTPayload;
  header?: object;
  /** Seconds from now. */
  lifetime?: number;
}

/** The key of an agent and what it signs, as agents do and as they should not. */
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
      claims: { token_hash: digestOf(token), ...over.claims },
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
      ...{ iss: this.name, sub: this.name, aud: 'wardstone' },
      ...{ iat: nowSeconds, exp: nowSeconds + lifetime, jti: randomUUID() },
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', kid: this.kid, typ, ...header })
      .sign(this.privateKey);
  }
}
