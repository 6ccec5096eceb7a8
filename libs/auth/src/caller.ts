import type { IncomingMessage } from 'node:http';
import type { RoleName } from '@wardstone/permissions';
import type { JoinTerms } from './accounts/account';

/** The sessions of browsers: of the gateway alone. */
export abstract class BrowserSessions {
  /**
   * Whose session the cookie of the request names; undefined without one that is good. A browser sends it on its own, so
   * one that is not is no attempt to log in.
   *
   * @throws foreign_page when the request is a write that no page of the product is known to have caused, service_unavailable
   */
  abstract find(request: IncomingMessage): Promise<CallerIdentity | undefined>;
}

/** By which people and scanners of secrets recognise a token that is looked up instead of read. */
export const OPAQUE_TOKEN_PREFIX = 'wst_';

/** Tokens that say nothing themselves: the gateway looks them up, services ask the gateway. */
export abstract class OpaqueTokens {
  /** The caller as of now. @throws invalid_token, expired_token, service_unavailable */
  abstract verify(token: string): Promise<CallerIdentity>;
}

/** How to address and reach a person. */
export interface PersonalData {
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** Who is asking: the outcome of authentication, whatever the credentials were. See rule platform-2, rules compliance-2, compliance-28. */
export interface CallerIdentity {
  /** Login, or client id of a service account: for people to read. Another issuer may know the same name. */
  username: string;
  /**
   * Who it is, for decisions: stable, at most 255 characters, the issuer included. Two callers of one name are two
   * subjects, and so are an account and another that was made under its name after its removal.
   */
  subject: string;
  /** Who vouches for the name; absent for accounts of the product. Stated by no identity: services decide by the subject. */
  issuer?: string;
  /** The tenant, 1-36 characters. */
  orgId: string;
  type: 'User' | 'ServiceAccount' | 'System';
  roles: readonly RoleName[];
  /** Granted permission strings; may hold wildcards such as `compliance:*:*`. */
  permissions: readonly string[];
  /** Reads and changes only what it registered itself, where a service knows that: a login of the role agent alone. */
  ownOnly?: true;
  /** Of a local account, as it was at the login: what is made with this login may be stored while it stands. */
  credential?: string;
  /** Name and address of a person, as the issuer states them; absent if it states none. */
  person?: PersonalData;
  /** Which credentials proved it. */
  method: 'identity-header' | 'bearer' | 'opaque-token' | 'basic' | 'session';
  /** Inventory groups the caller is restricted to; null means all systems. `null` inside means "systems without a group". */
  inventoryGroups: readonly (string | null)[] | null;
  /** Of an agent: what its join token said, as the gateway says with the identity. */
  joinTerms?: JoinTerms;
  /** A browser that has signed in, and can sign out: as the gateway says with the identity. */
  hasSession?: true;
  /** Where the request came from, as the gateway says with the identity. */
  clientAddress?: string;
  /** Common name of the certificate of a `cert-auth` caller. */
  systemCn?: string;
}

/** A request after authentication. */
export interface AuthenticatedRequest extends IncomingMessage {
  caller?: CallerIdentity;
  /** Of a client without credentials, as the gateway vouches for it. */
  clientAddress?: string;
}
