import { Injectable } from '@nestjs/common';
import {
  configProblem,
  findSender,
  MAIL_SENDER,
  mergeOutcomes,
  type TargetOutcome,
  toAttempt,
} from '@wardstone/alerting';
import { isRoleName } from '@wardstone/auth';
import { Clock } from '@wardstone/clock';
import {
  ComplianceAttachment,
  ComplianceChannel,
  type ComplianceMail,
  ComplianceMailOutcome,
  type ComplianceMailResult,
} from '@wardstone/dto/monitoring';
import { fieldReader } from '../../agents/reports/field-reader';
import { invalidReport, type SentReport, requireFields } from '../../agents/reports/report-reader';
import { Addresses } from '../../api/addresses';
import { AccountDirectory } from '../../users/account-directory';
import { Mailer, type MailTarget } from '../delivery/mailer';
import { type MailAttachment, type Notice, toErrorLine } from '../delivery/notice';
import { mailMethod, type Recipient, Recipients } from '../delivery/recipients';
import { SenderDirectory } from '../delivery/sender-directory';

/** Recipients of a mail, people of roles included. */
const MAX_MAILS = 50;
const MAX_CHANNELS = 20;
const MAX_LINES = 50;
const MAX_TEXT_LENGTH = 2_000;
const MAX_ATTACHMENTS = 10;
/** Decoded; the limit of the body is larger. */
const MAX_ATTACHED_BYTES = 5 * 1024 * 1024;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

const readOutcome = fieldReader(ComplianceMailOutcome);
const readAttachment = fieldReader(ComplianceAttachment);
const readChannel = fieldReader(ComplianceChannel);

type Outcome = TargetOutcome & ComplianceMailOutcome;

/** Mails of the compliance service: its evidence, sent as notifications are. See rule alerts-70. */
@Injectable()
export class ComplianceMailService {
  constructor(
    private readonly mailer: Mailer,
    private readonly senders: SenderDirectory,
    private readonly recipients: Recipients,
    private readonly directory: AccountDirectory,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
  ) {}

  /** One attempt. @throws invalid_content, unsupported_media_type */
  async send(body: SentReport<ComplianceMail>): Promise<ComplianceMailResult> {
    const mail = requireFields(body);
    const before = readList<Outcome>('outcomes', mail.outcomes, MAX_MAILS * 2 + MAX_CHANNELS, readOutcome);
    const lines = readTexts('lines', mail.lines, MAX_LINES);
    const fileLines = readTexts('fileLines', mail.fileLines ?? [], MAX_LINES);
    const channels = readList<ComplianceChannel>('channels', mail.channels ?? [], MAX_CHANNELS, readChannel);
    const attachments = readAttachments(mail.attachments);
    const { targets, refused } = await this.findTargets({
      people: readTexts('people', mail.people, MAX_MAILS),
      roles: readTexts('roles', mail.roles, MAX_MAILS),
      addresses: readTexts('addresses', mail.addresses, MAX_MAILS),
    });
    const settled = new Set(before.filter(({ outcome }) => outcome !== 'failed').map(({ target }) => target));
    const open = targets.filter(({ target }) => !settled.has(target));
    const sent = await this.mailer.mail(MAIL_SENDER, this.toNotice(mail, [...lines, ...fileLines], attachments), open);
    // At the same time, because each may take until its timeout.
    const unsettled = channels.filter(({ name }) => !settled.has(toChannelTarget(name)));
    const posted = await Promise.all(unsettled.map((channel) => this.post(this.toNotice(mail, lines), channel)));
    const outcomes = mergeOutcomes(before, [...refused, ...sent, ...posted]);
    const { attempts, since: sinceMs } = mail;
    const { made, nextMs } = toAttempt(outcomes, { attempts, sinceMs }, this.clock.now());
    return {
      reportId: mail.reportId,
      message: made.message,
      outcomes: outcomes.map(({ target, outcome, text }) => ({ target, outcome, text }) as Outcome),
      ...(nextMs === undefined ? {} : { nextAttempt: nextMs }),
    };
  }

  /** One address for each person; the others are refused by name. */
  private async findTargets(to: {
    people: readonly string[];
    roles: readonly string[];
    addresses: readonly string[];
  }): Promise<{ targets: MailTarget[]; refused: Outcome[] }> {
    const roles = to.roles.filter(isRoleName);
    if (to.people.length + roles.length > 0) await this.directory.refresh();
    const people = await this.recipients.listByLogin(to.people);
    const known = new Set(people.map(({ name }) => name));
    const found: Recipient[] = [
      ...people,
      ...(await this.recipients.listWithRoles(roles)),
      ...to.addresses.map((address) => ({ name: address, quiet: null, methods: [mailMethod(address)] })),
    ];
    const refused = to.people
      .filter((login) => !known.has(login))
      .map((login) => toRefusal(login, `${login}: no such account`));
    const targets = new Map<string, MailTarget>();
    for (const recipient of found) {
      const target = toTarget(recipient);
      if (!target) refused.push(toRefusal(recipient.name, `${recipient.name}: no e-mail address`));
      else if (targets.size < MAX_MAILS) targets.set(target.address.toLowerCase(), target);
      else if (!targets.has(target.address.toLowerCase()))
        refused.push(toRefusal(target.target, `${target.target}: beyond the first ${MAX_MAILS} recipients`));
    }
    return { targets: [...targets.values()], refused: refused.slice(0, MAX_MAILS) };
  }

  /** Posts the text without files. */
  private async post(notice: Notice, { name, sender: senderName, config }: ComplianceChannel): Promise<Outcome> {
    const target = toChannelTarget(name);
    const problem = configProblem(findSender(senderName)!.properties, config, { judgesEntries: true });
    if (problem) return toRefusal(target, `${target}: ${problem.text}`);
    try {
      const [made] = await this.senders.find(senderName)!.send(notice, config, new Map());
      const { outcome, text } = made!;
      return { target, outcome, text: `${target}: ${text}` } as Outcome;
    } catch (error) {
      return { target, outcome: 'failed', text: `${target}: ${toErrorLine(error)}` };
    }
  }

  private toNotice(
    { reportId, policyId, subject, since }: Pick<ComplianceMail, 'reportId' | 'policyId' | 'subject' | 'since'>,
    lines: readonly string[],
    attachments?: readonly MailAttachment[],
  ): Notice {
    const message = { type: 'compliance.evidence', subject, lines, ...(attachments && { attachments }) } as const;
    return {
      id: `evidence-${reportId}`,
      alertId: 0,
      firedMs: since,
      sinceMs: since,
      notifiedMs: since,
      state: 'FIRING',
      conditions: [],
      message,
      url: this.addresses.inConsole({ page: `/compliance/policies/${policyId}`, name: '' }),
      definition: { id: 0, name: subject, priority: 'LOW' },
      resource: { id: 0, name: subject, lineage: [subject] },
      description: message.lines.join('\n'),
      isTest: false,
    };
  }
}

/** Distinct from persons and addresses. */
const toChannelTarget = (name: string): string => `channel ${name}`;

const toRefusal = (target: string, text: string): Outcome => ({ target, outcome: 'refused', text });

function toTarget({ name, methods }: Recipient): MailTarget | undefined {
  const [method] = methods.filter(({ kind }) => kind === 'EMAIL');
  const address = method?.config['address'];
  return address === undefined ? undefined : { target: name === address ? address : `${name}: ${address}`, address };
}

/** @throws invalid_content */
function readTexts(name: string, given: readonly unknown[], max: number): string[] {
  const texts = given.filter((text) => typeof text === 'string' && text !== '' && text.length <= MAX_TEXT_LENGTH);
  if (given.length > max || texts.length < given.length) {
    throw invalidReport(`Field ${name} must be a list of at most ${max} texts of 1 to ${MAX_TEXT_LENGTH} characters`);
  }
  return texts as string[];
}

/** @throws invalid_content */
function readList<T>(
  name: string,
  given: readonly unknown[],
  max: number,
  read: (item: unknown) => { readonly fields: unknown; readonly refusal?: string | undefined },
): T[] {
  if (given.length > max) throw invalidReport(`Field ${name} must have at most ${max} items`);
  return given.map((item) => {
    const { fields, refusal } = read(item);
    if (refusal !== undefined) throw invalidReport(`Field ${name}: ${refusal}`);
    return fields as T;
  });
}

/** @throws invalid_content */
function readAttachments(given: readonly unknown[]): MailAttachment[] {
  const attachments = readList<ComplianceAttachment>('attachments', given, MAX_ATTACHMENTS, readAttachment);
  let characters = 0;
  for (const { content } of attachments) {
    characters += content.length;
    if (!BASE64.test(content) || content.length % 4 !== 0)
      throw invalidReport('Field attachments: content must be base64');
  }
  if (characters > (MAX_ATTACHED_BYTES * 4) / 3 + MAX_ATTACHMENTS * 4)
    throw invalidReport(`Field attachments must have at most ${MAX_ATTACHED_BYTES} bytes`);
  return attachments.map(({ name, mediaType, content }) => ({
    filename: name,
    contentType: mediaType,
    content: Buffer.from(content, 'base64'),
  }));
}
