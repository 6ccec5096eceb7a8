import { hideAddress, type MapValue, MASK } from '@wardstone/terms';
import {
  JIRA_PROPERTIES,
  NTFY_PROPERTIES,
  OPSGENIE_PROPERTIES,
  PAGERDUTY_PROPERTIES,
  SLACK_APP_PROPERTIES,
  WEBHOOK_CHANNEL_PROPERTIES,
} from './channel-properties';
import {
  LOG_PROPERTIES,
  MAIL_PROPERTIES,
  ON_CALL_PROPERTIES,
  OPERATION_PROPERTIES,
  type PropertyType,
  ROLE_PROPERTIES,
  type SenderProperty,
  TRAP_PROPERTIES,
  USER_PROPERTIES,
  WEBHOOK_PROPERTIES,
} from './sender-properties';

/** A notification channel. */
export interface SenderDescription {
  readonly name: string;
  /** Display name, if the name is not clear enough. */
  readonly label?: string;
  readonly description: string;
  /** Fields of its configuration. */
  readonly properties: readonly SenderProperty[];
  /** Whether it is a sender of the contract, whose clients store configurations unchecked (rule alerts-12). */
  readonly isOfContract?: true;
  /** Whether it sends mail and so needs a mail server. */
  readonly mails?: boolean;
  /** Whether a test would have the real effect. */
  readonly isUntestable?: boolean;
  /**
   * One notification covers all alerts of an incident; with `digest` a recipient gets a limited number an hour, and a
   * digest of the rest. Absent where each alert is notified separately.
   */
  readonly gathers?: 'incident' | 'digest';
  /** The property with an address that may be a secret: many services put a token into it. */
  readonly address?: string;
}

export const MAIL_SENDER = 'Direct Emails';
export const ON_CALL_SENDER = 'On-Call Rotation';
export const ROLES_SENDER = 'System Roles';
export const USERS_SENDER = 'System Users';

/** Every sender, by name; the names are identifiers. See rule alerts-29. */
export const SENDERS: readonly SenderDescription[] = [
  {
    name: MAIL_SENDER,
    description: 'sends e-mail to fixed addresses',
    isOfContract: true,
    properties: MAIL_PROPERTIES,
    gathers: 'digest',
    mails: true,
  },
  {
    name: 'Jira Service Management',
    description: 'opens and closes an alert of Jira Service Management',
    properties: JIRA_PROPERTIES,
    gathers: 'incident',
    address: 'url',
  },
  {
    name: 'Log4J Alerter',
    label: 'Server log',
    description: 'writes a line to the log of the server',
    isOfContract: true,
    properties: LOG_PROPERTIES,
  },
  {
    name: 'Microsoft Teams',
    description: 'posts a card to a channel, by a workflow with a webhook',
    properties: WEBHOOK_CHANNEL_PROPERTIES,
    gathers: 'digest',
  },
  {
    name: ON_CALL_SENDER,
    description: 'notifies the person on call in a rotation, by their contact methods',
    properties: ON_CALL_PROPERTIES,
    gathers: 'digest',
  },
  {
    name: 'Opsgenie',
    description: 'opens and closes an alert of Opsgenie; its API ends in April 2027, then use Jira Service Management',
    properties: OPSGENIE_PROPERTIES,
    gathers: 'incident',
    address: 'url',
  },
  {
    name: 'PagerDuty',
    description: 'opens and resolves an incident of PagerDuty',
    properties: PAGERDUTY_PROPERTIES,
    gathers: 'incident',
    address: 'url',
  },
  {
    name: 'Resource Operations',
    description: 'starts an operation on a resource',
    isOfContract: true,
    properties: OPERATION_PROPERTIES,
    isUntestable: true,
  },
  {
    name: 'SNMP Traps',
    description: 'sends a trap to a network management station',
    isOfContract: true,
    properties: TRAP_PROPERTIES,
  },
  {
    name: 'Slack',
    description:
      'posts to a channel of Slack, Mattermost or Rocket.Chat by an incoming webhook; each update is a new message',
    properties: WEBHOOK_CHANNEL_PROPERTIES,
    gathers: 'digest',
  },
  {
    name: 'Slack App',
    description: 'posts to a channel of Slack as a bot: one message per incident, updated in place',
    properties: SLACK_APP_PROPERTIES,
    gathers: 'digest',
    address: 'url',
  },
  {
    name: ROLES_SENDER,
    description: 'notifies all users with one of the given roles, by their contact methods',
    isOfContract: true,
    properties: ROLE_PROPERTIES,
    gathers: 'digest',
  },
  {
    name: USERS_SENDER,
    description: 'notifies the given users, by their contact methods',
    isOfContract: true,
    properties: USER_PROPERTIES,
    gathers: 'digest',
  },
  {
    name: 'Webhook',
    description: 'posts a signed JSON document to a URL',
    properties: WEBHOOK_PROPERTIES,
    gathers: 'incident',
    address: 'url',
  },
  {
    name: 'ntfy',
    description: 'pushes to phones and desktops that follow a topic',
    properties: NTFY_PROPERTIES,
    gathers: 'digest',
    address: 'url',
  },
];

/** Names of senders that group the alerts of an incident. */
export const GATHERING_SENDERS = SENDERS.filter(({ gathers }) => gathers !== undefined).map(({ name }) => name);

/** Display name of the sender. */
export function senderLabel(name: string): string {
  return findSender(name)?.label ?? name;
}

export function findSender(name: string): SenderDescription | undefined {
  return SENDERS.find((sender) => sender.name === name);
}

/** All values are stored as text. See rule alerts-12. */
export type StoredConfig = Readonly<Record<string, string>>;

/** A sender and its configuration. */
export interface Receiver {
  senderName: string;
  config: StoredConfig;
}

export interface EscalationSteps {
  steps: readonly { afterMinutes: number; receivers: readonly Receiver[] }[];
  repeatMs: number;
  repeatTimes: number;
}

/**
 * Converts a client's configuration for storage. A mask keeps the stored secret only while the destination stays the
 * same, so that changing the address does not send the secret elsewhere; otherwise the mask remains.
 */
export function storeConfig(
  sender: SenderDescription | undefined,
  config: Readonly<Record<string, MapValue>>,
  kept: StoredConfig = {},
): StoredConfig {
  const entries = Object.entries(config).flatMap(([name, value]): [string, string][] => {
    if (value === null || isExtra(name)) return [];
    // The client got a shortened address because it may not change it.
    if (name === sender?.address && Object.hasOwn(kept, name) && value === hideAddress(kept[name]!))
      return [[name, kept[name]!]];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
  const stored = Object.fromEntries(entries);
  if (!isSameDestination(sender, stored, kept)) return stored;
  return Object.fromEntries(
    entries.map(([name, text]) => [name, isMasked(sender, name, text) ? (kept[name] ?? text) : text]),
  );
}

function isSameDestination(sender: SenderDescription | undefined, one: StoredConfig, other: StoredConfig): boolean {
  const destinations = (sender?.properties ?? []).filter(({ isDestination }) => isDestination);
  return destinations.every(({ name }) => (one[name] ?? '').trim() === (other[name] ?? '').trim());
}

/** The first secret that the client must send because no stored one can be kept. */
export function findLostSecret(sender: SenderDescription, config: StoredConfig): string | undefined {
  return Object.keys(config).find((name) => isMasked(sender, name, config[name]!));
}

/**
 * A stored configuration as clients see it: typed by the sender, without secrets.
 * @param mayChange whether the client may change it; others do not see whole addresses
 */
export function showConfig(
  sender: SenderDescription | undefined,
  config: StoredConfig,
  mayChange: boolean,
): Record<string, MapValue> {
  return Object.fromEntries(
    Object.entries(config)
      .filter(([name]) => !isExtra(name))
      .map(([name, value]) => {
        const isHidden = name === sender?.address && !mayChange;
        return [name, isHidden ? hideAddress(value) : showValue(propertyType(sender, name), value)];
      }),
  );
}

const EXTRA = 'extraConfig.';

/** Parameters of an operation, stored with the properties of the notification as they were sent. */
export function storeExtra(extra: Readonly<Record<string, MapValue>>): StoredConfig {
  const given = Object.entries(extra).filter(([, value]) => value !== null);
  return Object.fromEntries(given.map(([name, value]) => [EXTRA + name, JSON.stringify(value)]));
}

/** Reads the result of `storeExtra`; empty without one. */
export function readExtra(config: StoredConfig): Record<string, MapValue> {
  const kept = Object.entries(config).filter(([name]) => isExtra(name));
  return Object.fromEntries(kept.map(([name, text]) => [name.slice(EXTRA.length), JSON.parse(text) as MapValue]));
}

/**
 * The parameters as clients see them: those that grant access to something are shown only to clients that may change
 * them.
 */
export function showExtra(config: StoredConfig, mayChange: boolean): Record<string, MapValue> | undefined {
  const extra = Object.entries(readExtra(config));
  if (extra.length === 0) return undefined;
  return Object.fromEntries(extra.map(([name, value]) => [name, mayChange ? value : MASK]));
}

function isExtra(name: string): boolean {
  return name.startsWith(EXTRA);
}

function showValue(type: PropertyType | undefined, value: string): MapValue {
  switch (type) {
    case 'PASSWORD':
      return MASK;
    case 'BOOLEAN':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'INTEGER':
    case 'LONG':
      return /^[+-]?[0-9]{1,15}$/.test(value) ? Number(value) : value;
    case 'FLOAT':
    case 'DOUBLE':
      return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
    default:
      return value;
  }
}

function propertyType(sender: SenderDescription | undefined, name: string): PropertyType | undefined {
  return sender?.properties.find((property) => property.name === name)?.type;
}

function isMasked(sender: SenderDescription | undefined, name: string, text: string): boolean {
  return text === MASK && propertyType(sender, name) === 'PASSWORD';
}
