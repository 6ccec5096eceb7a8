import { CHANNEL_SENDERS, type ChannelSender } from '@wardstone/terms';
import { Field } from '../fields';
import { type Fields, isFields, type ObjectMap } from '../values';
import { ObjectListField, TextField, TextListField, textProblem } from './body-fields';
import { CRON, ZONE } from './scans.dto';

/** Files of evidence, by the ends of their addresses. */
export const EVIDENCE_FILES = [
  'evidence.pdf',
  'evidence.html',
  'evidence.csv',
  'evidence.sarif',
  'evidence.oscal.json',
  'poam.csv',
  'poam.oscal.json',
] as const;
export type EvidenceFile = (typeof EVIDENCE_FILES)[number];

const POLICY = { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' };
const TIME = { format: 'date-time', example: '2026-05-26T10:20:11.853Z', nullable: true } as const;
const FILES =
  'Files to attach to mails, 5 MiB together; files that do not fit are left out, and the mail says so. May be empty only if there are no mail recipients';
const PEOPLE = 'Logins of people, mailed at their e-mail address';
const ROLES = 'Roles, for all people who have one of them';
const ADDRESSES = 'E-mail addresses, also of channels and lists';
const CHANNELS = 'Channels that get summary and link, without files';
const CHANNEL = {
  name: 'Auditors',
  sender: 'Slack',
  config: { url: 'https://hooks.slack.example/services/T0/B0/secret' },
} as const;
const TO = { people: ['ann'], roles: ['admin'], addresses: ['auditors@example.org'] };

export class EvidenceChannel {
  @Field.String('Name of the channel, unique in the schedule', { example: CHANNEL.name })
  name!: string;

  @Field.Enum('Sender that posts to the channel', { example: CHANNEL.sender, values: CHANNEL_SENDERS })
  sender!: ChannelSender;

  @Field.ObjectMap('Configuration of the sender, as for notifications of alerts; a mask stands for the stored secret', {
    example: CHANNEL.config,
  })
  config!: ObjectMap;
}

const isChannel = ({ name, sender, config }: Fields): boolean =>
  typeof name === 'string' &&
  (CHANNEL_SENDERS as readonly unknown[]).includes(sender) &&
  isFields(config) &&
  Object.entries(config).every(([key, value]) => textProblem(key) === undefined && isSetting(value));

function isSetting(value: unknown): boolean {
  if (typeof value === 'string') return textProblem(value) === undefined;
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

/** When evidence of a policy is mailed, and to whom (rule compliance-50). */
export class EvidenceScheduleRecord {
  @Field.Uuid('Id of the policy', POLICY)
  policy_id!: string;

  @Field.Enum('Always `evidence_schedule`', { example: 'evidence_schedule', values: ['evidence_schedule'] })
  type!: 'evidence_schedule';

  @Field.Array(FILES, { of: 'string', example: ['evidence.pdf', 'evidence.csv'] })
  files!: readonly EvidenceFile[];

  @Field.String(CRON, { example: '0 7 1 * *' })
  cron!: string;

  @Field.String(ZONE, { example: 'Europe/Berlin' })
  time_zone!: string;

  @Field.Array(PEOPLE, { of: 'string', example: TO.people })
  people!: readonly string[];

  @Field.Array(ROLES, { of: 'string', example: TO.roles })
  roles!: readonly string[];

  @Field.Array(ADDRESSES, { of: 'string', example: TO.addresses })
  addresses!: readonly string[];

  @Field.Array(CHANNELS, { of: () => EvidenceChannel })
  channels!: readonly EvidenceChannel[];

  @Field.String('Login of the author: mails have what this account may read when they are sent', { example: 'ann' })
  author!: string;

  @Field.Enum('`off`: the author may no longer read or schedule it; set the schedule again to send it', {
    example: 'on',
    values: ['on', 'off'],
  })
  state!: 'on' | 'off';

  @Field.String('Why it is not sent, or does not reach all recipients', {
    nullable: true,
    example: 'bob: no e-mail address',
  })
  problem!: string | null;

  @Field.String('When it is sent next; null while it is off', TIME)
  next_at!: string | null;

  @Field.String('Time of the last attempt', TIME)
  attempted_at!: string | null;

  @Field.String('Outcome of the last attempt', { nullable: true, example: 'sent to [ann: ann@example.org]' })
  outcome!: string | null;

  @Field.String('When it was set', { format: 'date-time', example: '2026-05-26T10:20:11.853Z' })
  updated_at!: string;
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** Body of PutEvidenceSchedule; at least one recipient. */
export class EvidenceScheduleBody {
  @TextListField(FILES, {
    example: ['evidence.pdf', 'evidence.csv'],
    items: { type: 'string', enum: EVIDENCE_FILES },
    convert: distinct,
  })
  files!: readonly string[];

  @TextField(CRON, { example: '0 7 1 * *', documented: { maxLength: 100 } })
  cron!: string;

  @TextField(`${ZONE}; \`UTC\` when absent`, { optional: true, example: 'Europe/Berlin' })
  time_zone?: string;

  @TextListField(`${PEOPLE}; 20 recipients at most`, { optional: true, example: TO.people, convert: distinct })
  people?: readonly string[];

  @TextListField(ROLES, { optional: true, example: TO.roles, convert: distinct })
  roles?: readonly string[];

  @TextListField(ADDRESSES, { optional: true, example: TO.addresses, convert: distinct })
  addresses?: readonly string[];

  @ObjectListField(CHANNELS, {
    optional: true,
    documented: { default: [] },
    of: () => EvidenceChannel,
    keys: ['name', 'sender', 'config'],
    isElement: isChannel,
    shape: `objects with name, sender (one of ${CHANNEL_SENDERS.join(', ')}) and config`,
  })
  channels?: readonly EvidenceChannel[];
}
