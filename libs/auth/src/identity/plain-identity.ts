import { isOrgId } from '../accounts/account';
import type { CallerIdentity, PersonalData } from '../caller';
import { isOwnOnly, isRoleName } from '@wardstone/permissions';
import { decodeBase64Utf8 } from '../login/basic-credentials';
import { isSubject, makeSubject } from '../subject';

const MAX_NAME_LENGTH = 255;
/** Issuer of unsigned identities. */
export const STATED_ISSUER = 'identity-header';
const BAD_SUBJECT = 'its subject is not a text of 1 to 255 characters';
/** Text before and after the `@`, without spaces or characters that could end a header. */
const EMAIL = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/;
const TYPES = ['User', 'ServiceAccount', 'System'] as const;

/** A decoded identity document, before permissions from other sources are added. */
export interface StatedIdentity extends Omit<CallerIdentity, 'permissions' | 'method'> {
  /** `identity.user.permissions`; undefined when the document has none. */
  permissions: readonly string[] | undefined;
}

/**
 * Decodes an unsigned identity header: base64 of JSON (padding optional, blanks inside ignored), or JSON itself when it
 * starts with `{`. Undefined when it is neither. See rule compliance-2.
 */
export function decodePlainIdentity(header: string): unknown {
  const text = header.trimStart().startsWith('{') ? header : decodeBase64Utf8(header.replace(/\s/g, ''));
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Reads an identity document: organisation of 1-36 characters, entitlement not denied, a certificate caller with the
 * name of its certificate. Returns the reason when it cannot be used. See rules compliance-2, compliance-28.
 */
export function readIdentity(document: unknown): StatedIdentity | { refused: string } {
  const { identity, entitlements } = asObject(document);
  if (!isObject(identity)) return { refused: 'it contains no identity' };
  if (!isOrgId(identity.org_id)) return { refused: 'its org_id is not a text of 1 to 36 characters' };
  if (!isEntitled(entitlements)) return { refused: 'its organisation is not entitled' };
  const { subject, org_id: orgId } = identity;
  if (subject !== undefined && !isSubject(subject)) return { refused: BAD_SUBJECT };
  const user = asObject(identity.user);
  const systemCn = asName(asObject(identity.system).cn);
  const isCertificate = identity.auth_type === 'cert-auth';
  if (isCertificate && systemCn === undefined) return { refused: 'it lacks the name of the certificate' };
  const groups = readInventoryGroups(user.inventory_groups);
  if (groups === undefined) return { refused: 'its inventory_groups is not a list of texts and nulls' };
  const username = getUsername(identity) ?? systemCn;
  const type = TYPES.find((known) => known === identity.type) ?? (isCertificate ? 'System' : 'User');
  const distinction = getDistinction(isCertificate ? systemCn : undefined, asName(user.user_id), username);
  return {
    // Without a name the organisation is used; the colon tells it apart from local accounts.
    username: username ?? `org:${orgId}`,
    subject: subject ?? makeSubject(STATED_ISSUER, orgId, type, ...distinction),
    orgId,
    type,
    inventoryGroups: groups,
    ...readPerson(user.email, user.first_name, user.last_name),
    ...readGrants(identity, user),
    ...(isCertificate ? { systemCn: systemCn as string } : {}),
  };
}

/** A person's address and names, without values that could end a line or header. */
export function readPerson(email: unknown, firstName: unknown, lastName: unknown): { person?: PersonalData } {
  const isLine = (value: unknown): value is string =>
    asName(value) !== undefined && !/[\p{C}\p{Zl}\p{Zp}]/u.test(String(value));
  const person = {
    ...(isLine(email) && EMAIL.test(email) ? { email } : {}),
    ...(isLine(firstName) ? { firstName } : {}),
    ...(isLine(lastName) ? { lastName } : {}),
  };
  return Object.keys(person).length === 0 ? {} : { person };
}

/** Roles decide which resource groups the caller sees; a header without roles grants none. */
function readGrants(
  { own_only }: Record<string, unknown>,
  user: Record<string, unknown>,
): Pick<StatedIdentity, 'roles' | 'ownOnly' | 'permissions'> {
  const roles = readTexts(user.roles).filter(isRoleName);
  const isConfined = own_only !== undefined && own_only !== false;
  return {
    roles,
    ...(isConfined || isOwnOnly(roles) ? { ownOnly: true } : {}),
    permissions: user.permissions === undefined ? undefined : readTexts(user.permissions),
  };
}

function getUsername(identity: Record<string, unknown>): string | undefined {
  const [user, serviceAccount] = [asObject(identity.user), asObject(identity.service_account)];
  return [user.username, serviceAccount.username, serviceAccount.client_id].map(asName).find(Boolean);
}

/**
 * The most stable identifier there is: a certificate, then a user id, which survives a change of name, then the name.
 * Callers without any of them share one subject, their organisation.
 */
function getDistinction(certificate?: string, userId?: string, username = ''): [kind: string, value: string] {
  if (certificate !== undefined) return ['certificate', certificate];
  return userId === undefined ? ['name', username] : ['id', userId];
}

/** Missing entitlements are accepted; those that are present must be granted. */
function isEntitled(entitlements: unknown): boolean {
  const { insights } = asObject(entitlements);
  if (!isObject(insights) || !Object.hasOwn(insights, 'is_entitled')) return true;
  return insights.is_entitled === true;
}

/** Null means all systems; undefined means the value is not a list of groups. */
function readInventoryGroups(value: unknown): readonly (string | null)[] | null | undefined {
  if (value === undefined || value === null) return null;
  const isList = Array.isArray(value) && value.every((group) => group === null || typeof group === 'string');
  return isList ? (value as (string | null)[]) : undefined;
}

/** The texts of a list; empty for any other value. */
export function readTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function asName(value: unknown): string | undefined {
  return typeof value === 'string' && value.length >= 1 && value.length <= MAX_NAME_LENGTH ? value : undefined;
}

export function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
