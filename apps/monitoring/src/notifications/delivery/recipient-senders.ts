import { Injectable } from '@nestjs/common';
import {
  MAIL_SENDER,
  ON_CALL_SENDER,
  type Outcome,
  planMethods,
  ROLES_SENDER,
  type TargetOutcome,
  USERS_SENDER,
} from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import { ContactChannels, type ContactTarget } from './contact-channels';
import { type Notice, type Sender, type SettledTargets, isAboutAlert } from './notice';
import type { Recipient } from './recipient.queries';
import { Recipients } from './recipients';

/** The notification itself is invalid, so a retry would not help. */
export function refuseAll(text: string): TargetOutcome[] {
  return [{ target: 'configuration', outcome: 'refused', text }];
}

/** Senders that notify people, and their message if there is no recipient. */
const SENDER_NAMES: Readonly<Record<string, string>> = {
  [MAIL_SENDER]: 'the notification has no address',
  [USERS_SENDER]: 'nobody notified: none of the users exists',
  [ROLES_SENDER]: 'nobody notified: no user has one of the roles',
  [ON_CALL_SENDER]: 'nobody notified: the rotation no longer exists',
};
/** Maximum number of recipients named in a sentence. */
const MAX_NAMED = 5;

interface PlannedTarget extends ContactTarget {
  readonly recipient: Recipient;
  /** When the method may be used; undefined for now. */
  readonly untilMs: number | undefined;
  readonly isQuiet: boolean;
}

/** Senders that reach people by their contact methods, and addresses by mail. See rule alerts-56. */
@Injectable()
export class RecipientSenders {
  readonly all: readonly Sender[] = Object.entries(SENDER_NAMES).map(([name, ifNone]) => this.senderFor(name, ifNone));

  constructor(
    private readonly channels: ContactChannels,
    private readonly recipients: Recipients,
    private readonly clock: Clock,
  ) {}

  private senderFor(senderName: string, ifNone: string): Sender {
    const send: Sender['send'] = async (notice, config, settled) => {
      const receiver = { senderName, config };
      const recipients = (await this.recipients.load([receiver]))(receiver, this.clock.now()) ?? [];
      if (recipients.length === 0) return refuseAll(ifNone);
      if (recipients.every(({ methods }) => methods.length === 0)) return refuseAll(unreachableText(recipients));
      return this.sendToMethods(senderName, notice, recipients, settled);
    };
    return { name: senderName, send };
  }

  /** Sends to the methods that are due; if all of a person's fail, tries the next one early. */
  private async sendToMethods(
    senderName: string,
    notice: Notice,
    recipients: readonly Recipient[],
    settled: SettledTargets,
  ): Promise<readonly TargetOutcome[]> {
    const open = new Map<string, PlannedTarget>();
    for (const target of recipients.flatMap((recipient) => this.plan(notice, recipient))) {
      if (!settled.has(target.target) && !open.has(target.target)) open.set(target.target, target);
    }
    const outcomes: TargetOutcome[] = [];
    let due = [...open.values()].filter(({ untilMs }) => untilMs === undefined);
    while (due.length > 0) {
      outcomes.push(...(await this.channels.send(senderName, notice, due)));
      for (const { target } of due) open.delete(target);
      due = nextOfUnreached([...open.values()], [...settled, ...outcomes.map(toPair)]);
    }
    return [...outcomes, ...[...open.values()].map(waiting)];
  }

  private plan(notice: Notice, recipient: Recipient): PlannedTarget[] {
    const nowMs = this.clock.now();
    const page = {
      priority: notice.definition.priority,
      notifiedMs: notice.notifiedMs,
      nowMs,
      canAcknowledge: isAboutAlert(notice),
      quiet: recipient.quiet,
    };
    const planned = planMethods(recipient.methods, page);
    return planned.map(({ method, untilMs, isQuiet }) => ({
      target: method.target,
      recipient,
      method,
      isQuiet,
      // A test ignores delays and quiet hours.
      untilMs: notice.isTest ? undefined : untilMs,
    }));
  }
}

/** The next method of each person whose methods have all failed, unless quiet hours delay it. */
function nextOfUnreached(
  open: readonly PlannedTarget[],
  known: readonly (readonly [string, Outcome])[],
): PlannedTarget[] {
  const outcomeOf = new Map(known);
  return [...Map.groupBy(open, ({ recipient }) => recipient)].flatMap(([{ methods }, left]) => {
    const tried = methods.flatMap(({ target }) => outcomeOf.get(target) ?? []);
    const isUnreached = tried.length > 0 && tried.every((outcome) => outcome === 'refused' || outcome === 'failed');
    return isUnreached ? left.filter(({ isQuiet }) => !isQuiet).slice(0, 1) : [];
  });
}

function toPair({ target, outcome }: TargetOutcome): readonly [string, Outcome] {
  return [target, outcome];
}

function waiting({ target, untilMs = 0, isQuiet }: PlannedTarget): TargetOutcome {
  const text = `${target}: ${isQuiet ? 'quiet' : 'waits'} until ${new Date(untilMs).toISOString()}`;
  return { target, outcome: 'waiting', text, untilMs };
}

function unreachableText(recipients: readonly Recipient[]): string {
  const names = recipients.slice(0, MAX_NAMED).map(({ name }) => name);
  const left = recipients.length - names.length;
  const all = [...names, ...(left > 0 ? [`${left} more`] : [])];
  return `nobody notified: ${all.join(', ')} ${recipients.length === 1 ? 'has' : 'have'} no contact method`;
}
