import { CHANNEL_SENDERS, type ChannelSender } from '@wardstone/terms';
import { Dto, Field } from '../fields';
import type { TextMap } from '../values';
import { AgentReport } from './agent-reports.dto';

const TARGET_OUTCOMES = ['sent', 'refused', 'failed'] as const;

@Dto('complianceMailOutcome', 'Outcome for one recipient')
export class ComplianceMailOutcome {
  @Field.String('The recipient', { minLength: 1, maxLength: 500 })
  target!: string;
  @Field.Enum('`failed` is tried again', { values: TARGET_OUTCOMES })
  outcome!: (typeof TARGET_OUTCOMES)[number];
  @Field.String('What happened', { maxLength: 2_000 })
  text!: string;
}

@Dto('complianceAttachment', 'A file of a mail')
export class ComplianceAttachment {
  @Field.String('Name of the file', { minLength: 1, maxLength: 200 })
  name!: string;
  @Field.String('Media type', { minLength: 1, maxLength: 100 })
  mediaType!: string;
  @Field.String('The file as base64', {})
  content!: string;
}

@Dto('complianceChannel', 'A channel that gets the text without files')
export class ComplianceChannel {
  @Field.String('Name of the channel, unique in the mail', { minLength: 1, maxLength: 100 })
  name!: string;
  @Field.Enum('Name of the sender', { values: CHANNEL_SENDERS })
  sender!: ChannelSender;
  @Field.TextMap('Configuration of the sender')
  config!: TextMap;
}

/** See rule alerts-70. */
@Dto('complianceMail', 'Mail about a policy, with its recipients')
export class ComplianceMail extends AgentReport {
  @Field.Uuid('The policy whose page the mail links to')
  policyId!: string;
  @Field.String('Subject', { minLength: 1, maxLength: 500 })
  subject!: string;
  @Field.Array('Paragraphs of the text', { of: 'string' })
  lines!: readonly string[];
  @Field.Array('Paragraphs about the attached files, only in mails', { of: 'string', optional: true })
  fileLines?: readonly string[];
  @Field.Array('Logins of people, each mailed at an e-mail address of theirs', { of: 'string' })
  people!: readonly string[];
  @Field.Array('Roles, for all people who have one of them', { of: 'string' })
  roles!: readonly string[];
  @Field.Array('E-mail addresses', { of: 'string' })
  addresses!: readonly string[];
  @Field.Array('Channels', { of: () => ComplianceChannel, optional: true })
  channels?: readonly ComplianceChannel[];
  @Field.Array('Outcomes of earlier attempts; recipients with a final outcome are left out', {
    of: () => ComplianceMailOutcome,
  })
  outcomes!: readonly ComplianceMailOutcome[];
  @Field.Int('Number of former attempts', { min: 0, max: 1_000 })
  attempts!: number;
  @Field.Time('When the mail was due', { min: 0 })
  since!: number;
  @Field.Array('Attached files', { of: () => ComplianceAttachment })
  attachments!: readonly ComplianceAttachment[];
}

@Dto('complianceMailResult', 'Result of an attempt')
export class ComplianceMailResult {
  @Field.String('Id assigned by the sender')
  reportId!: string;
  @Field.String('All outcomes as one text', { example: 'sent to [ann@example.org]' })
  message!: string;
  @Field.Array('Outcomes by recipient, of this attempt and former ones', { of: () => ComplianceMailOutcome })
  outcomes!: readonly ComplianceMailOutcome[];
  @Field.Time('When to retry for recipients whose attempt failed; absent if there is no retry', { optional: true })
  nextAttempt?: number;
}
