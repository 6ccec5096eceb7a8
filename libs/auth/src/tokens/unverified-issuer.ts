import { decodeJwt } from 'jose';

/** Who a token claims to be from; only chooses the keys it is then checked with. Undefined when it is not a JWT. */
export function unverifiedIssuer(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
