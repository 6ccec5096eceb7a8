import { Field } from '../fields';

const AGENT_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const NAME_PATTERN = /^[A-Za-z0-9._*-]{1,64}$/;
const MAX_USES = 1_000_000;
const DAY_SECONDS = 86_400;
const MINUTE_SECONDS = 60;

const AgentNameField = (description: string, presence: { optional?: boolean; nullable?: boolean } = {}) =>
  Field.String(description, { example: 'web-2', pattern: AGENT_NAME, ...presence });
const NamePatternField = (presence: { optional?: boolean; nullable?: boolean }) =>
  Field.String('Names of the agents that may use it; `*` matches any text', {
    example: 'node-*',
    pattern: NAME_PATTERN,
    ...presence,
  });
const MAX_GROUP_NAME_LENGTH = 200;
const GroupField = (presence: { optional?: boolean; nullable?: boolean }) =>
  Field.String(
    'Group of monitoring that the machines of its agents join once they are imported; created if missing, never one that a definition calculates',
    { example: 'Nodes', minLength: 1, maxLength: MAX_GROUP_NAME_LENGTH, pattern: /\S/, ...presence },
  );
const AUTO_IMPORT = 'Whether its agents may import their machines, whatever AGENTS_IMPORT of monitoring says';
const InstantField = (description: string, presence: { nullable?: boolean } = {}) =>
  Field.String(description, { example: '2026-06-01T12:00:00.000Z', format: 'date-time', ...presence });

/** Body of a request for a join token. */
export class JoinTokenBody {
  @AgentNameField('Name of the one agent that it is for; it then works once', { optional: true })
  name?: string;

  @NamePatternField({ optional: true })
  namePattern?: string;

  @Field.Int('Maximum number of agents that may use it', { example: 50, min: 1, max: MAX_USES, default: 1 })
  uses!: number;

  @Field.Int('Seconds until it expires', {
    example: DAY_SECONDS,
    min: MINUTE_SECONDS,
    max: 366 * DAY_SECONDS,
    default: DAY_SECONDS,
  })
  expiresIn!: number;

  @GroupField({ optional: true })
  group?: string;

  @Field.Boolean(AUTO_IMPORT, { example: true, default: false })
  autoImport!: boolean;
}

/** A join token, without its secret. */
export class JoinTokenRecord {
  @Field.String('Id', { example: '0a8f4c51-1f3e-4c1f-9a57-0d5a3f1b7c11', format: 'uuid' })
  id!: string;

  @AgentNameField('Name of the one agent that it is for; null: any agent', { nullable: true })
  name!: string | null;

  @NamePatternField({ nullable: true })
  namePattern!: string | null;

  @GroupField({ nullable: true })
  group!: string | null;

  @Field.Boolean(AUTO_IMPORT, { example: true })
  autoImport!: boolean;

  @Field.Int('Maximum number of agents that may use it', { example: 50 })
  uses!: number;

  @Field.Int('Number of agents that have used it', { example: 3 })
  used!: number;

  @InstantField('When it expires')
  expiresAt!: string;

  @InstantField('When it was created')
  createdAt!: string;

  @Field.String('Identity of the account that created it; null for the command line', {
    example: 'wardstone|default|admin|2026-05-01T08:00:00.000Z',
    nullable: true,
  })
  createdBy!: string | null;
}

/** A created join token, including its secret. */
export class CreatedJoinToken extends JoinTokenRecord {
  @Field.String('The token itself; it is not shown again', {
    example: 'wsj_2mT7c0cT5cXbq3o1mYyGm0bT3mJk9e0T1l8mT5f9qZs',
  })
  token!: string;
}

/** An Ed25519 public key (RFC 8037). */
export class PublicKeyBody {
  @Field.Enum('Key type', { example: 'OKP', values: ['OKP'], name: 'KeyType' })
  kty!: 'OKP';

  @Field.Enum('Curve', { example: 'Ed25519', values: ['Ed25519'], name: 'KeyCurve' })
  crv!: 'Ed25519';

  @Field.String('The key, base64url', {
    example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
    pattern: /^[A-Za-z0-9_-]{43}$/,
  })
  x!: string;
}

const PROOF =
  'JWT with the type `agent-key+jwt`, signed by the key: `iss` and `sub` name the agent, `aud` is `wardstone`, `exp` at most five minutes ahead, `jti` unique';
const MAX_JWT_LENGTH = 4096;

/** Body of a request with which an agent enrols. */
export class EnrolmentBody {
  @Field.String('Join token, or a service-account token of the cluster where the gateway has those checked', {
    example: 'wsj_…',
    minLength: 1,
    maxLength: MAX_JWT_LENGTH,
  })
  token!: string;

  @AgentNameField('Name of the agent')
  name!: string;

  @Field.Object('Public key of the agent', { of: () => PublicKeyBody })
  key!: PublicKeyBody;

  @Field.String(`${PROOF}, \`token_hash\` the SHA-256 of the token, base64url`, {
    example: 'eyJhbGciOiJFZERTQSIsImtpZCI6…',
    minLength: 1,
    maxLength: MAX_JWT_LENGTH,
  })
  proof!: string;
}

/** Body of a request with which an agent replaces its key. */
export class KeyReplacementBody {
  @Field.String(
    'JWT like the proof, with the type `key-rotation+jwt`, signed by the key that is replaced, `next_kid` the thumbprint (RFC 7638) of the new one',
    { example: 'eyJhbGciOiJFZERTQSIsImtpZCI6…', minLength: 1, maxLength: MAX_JWT_LENGTH },
  )
  assertion!: string;

  @Field.Object('The new public key', { of: () => PublicKeyBody })
  key!: PublicKeyBody;

  @Field.String(PROOF, { example: 'eyJhbGciOiJFZERTQSIsImtpZCI6…', minLength: 1, maxLength: MAX_JWT_LENGTH })
  proof!: string;
}

/** An enrolled agent, with its current key. */
export class EnrolledAgent {
  @AgentNameField('Name of the agent and its account')
  name!: string;

  @Field.String('Thumbprint of the key (RFC 7638)', { example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' })
  kid!: string;
}

/** A key of an agent. */
export class AgentKeyRecord {
  @Field.String('Thumbprint (RFC 7638)', { example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' })
  kid!: string;

  @InstantField('When it was registered')
  createdAt!: string;

  @InstantField('When a token was last given for it', { nullable: true })
  lastUsedAt!: string | null;

  @InstantField('When it was revoked', { nullable: true })
  revokedAt!: string | null;

  @Field.String('The join token that it was enrolled with, if any', {
    example: '0a8f4c51-1f3e-4c1f-9a57-0d5a3f1b7c11',
    format: 'uuid',
    nullable: true,
  })
  joinToken!: string | null;
}
