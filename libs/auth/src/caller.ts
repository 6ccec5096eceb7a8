import type { IncomingMessage } from 'node:http';
import type { RoleName } from '@wardstone/permissions';
import type { JoinTerms } from './accounts/account';

/** Sessions of browsers; provided only by the gateway. */
export abstract class BrowserSessions {
  /**
   * The caller of the session cookie; undefined without a valid one. Browsers send the cookie on their own, so an
   * invalid one is not a login attempt.
   * @throws foreign_page when the request is a write that no page of the product is known to have caused,
   * service_unavailable
   */
  abstract find(request: IncomingMessage): Promise<CallerIdentity | undefined>;
}

/** Prefix by which people and secret scanners recognise an opaque token. */
export const OPAQUE_TOKEN_PREFIX = 'wst_';

/** Opaque tokens: the gateway looks them up, the services ask the gateway. */
export abstract class OpaqueTokens {
  /**
   * The caller with its present permissions.
   * @throws invalid_token, expired_token, service_unavailable
   */
  abstract verify(token: string): Promise<CallerIdentity>;
}

/** Name and addresses of a person. */
export interface PersonalData {
  email?: string;
  firstName?: string;
  lastName?: string;
}

/** An authenticated caller, whatever the credentials were. See rule platform-2, rules compliance-2, compliance-28. */
export interface CallerIdentity {
  /** Login, or client id of a service account: for people to read. Another issuer may know the same name. */
  username: string;
  /**
   * Stable identity for decisions, at most 255 characters, issuer included. Callers of the same name are different
   * subjects, as are an account and its later namesake.
   */
  subject: string;
  /** Issuer of the name; absent for accounts of the product. Not part of identities: services decide by the subject. */
  issuer?: string;
  /** The organisation, 1-36 characters. */
  orgId: string;
  type: 'User' | 'ServiceAccount' | 'System';
  roles: readonly RoleName[];
  /** Granted permission strings; may hold wildcards such as `compliance:*:*`. */
  permissions: readonly string[];
  /**
   * The caller may read and change only what it registered itself, in services that track this: an account with only
   * the agent role.
   */
  ownOnly?: true;
  /** Credential of the local account at login; records made with this login may depend on it. */
  credential?: string;
  /** Name and address of a person, as the issuer states them; absent if it states none. */
  person?: PersonalData;
  /** How the caller authenticated. */
  method: 'identity-header' | 'bearer' | 'opaque-token' | 'basic' | 'session';
  /** Inventory groups the caller is restricted to; null means all systems. `null` inside means "systems without a group". */
  inventoryGroups: readonly (string | null)[] | null;
  /** For an agent: terms of its join token, as stated by the gateway. */
  joinTerms?: JoinTerms;
  /** The caller signed in with a browser and can sign out, as the gateway states. */
  hasSession?: true;
  /** Client address, as stated by the gateway. */
  clientAddress?: string;
  /** Common name of the certificate of a `cert-auth` caller. */
  systemCn?: string;
}

/** A request after authentication. */
export interface AuthenticatedRequest extends IncomingMessage {
  caller?: CallerIdentity;
  /** Address of an anonymous client, as stated by the gateway. */
  clientAddress?: string;
}
