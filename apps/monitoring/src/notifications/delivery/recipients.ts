import { Injectable } from '@nestjs/common';
import {
  type Addressee,
  entriesOf,
  ON_CALL_SENDER,
  parseIdList,
  planMethods,
  type Receiver,
  shiftAt,
} from '@wardstone/alerting';
import type { Addressee as AddresseeRest, Priority } from '@wardstone/dto/monitoring';
import { OnCallQueries } from '../../on-call/on-call.queries';
import { type Recipient, RecipientQueries } from './recipient.queries';

/** The contact method of a recipient that is an e-mail address. */
export function mailMethod(address: string): Recipient['methods'][number] {
  return { target: address, kind: 'EMAIL', config: { address }, delayMinutes: 0, quiet: null };
}

/** People by their logins, addresses by themselves. */
export function addresseesAt(
  recipients: readonly Recipient[] | undefined,
  priority: Priority,
  atMs: number,
): Addressee[] | undefined {
  return recipients?.map(({ name, methods, quiet }) => {
    const page = { priority, toldMs: atMs, nowMs: atMs, isAnswerable: true, quiet };
    const [first] = planMethods(methods, page).toSorted((one, other) => (one.untilMs ?? 0) - (other.untilMs ?? 0));
    return { name, quietUntilMs: first?.untilMs, isUnreachable: methods.length === 0 };
  });
}

export function toAddressee({ name, quietUntilMs: quietUntil, isUnreachable }: Addressee): AddresseeRest {
  return { name, quietUntil, ...(isUnreachable ? { unreachable: true } : {}) };
}

/** Undefined if the sender does not notify people. */
type Addressing = (receiver: Receiver, atMs: number) => readonly Recipient[] | undefined;

/** Says whom notifications reach, and how, now or at another time. */
@Injectable()
export class Recipients {
  constructor(
    private readonly queries: RecipientQueries,
    private readonly onCall: OnCallQueries,
  ) {}

  /** Reads once what these receivers mean. Of a rotation it is who is on call at the time that is asked for. */
  async load(receivers: readonly Receiver[]): Promise<Addressing> {
    const rotations = new Map(
      await Promise.all(
        [...new Set(receivers.filter(isRotation).map(rotationOf))].map(
          async (id) => [id, await this.onCall.find('rotation', id)] as const,
        ),
      ),
    );
    const onCall = [...rotations.values()].flatMap((rotation) => [
      ...(rotation?.members ?? []),
      ...(rotation?.overrides ?? []).map(({ userId }) => userId),
    ]);
    const ids = [...new Set([...receivers.flatMap(usersOf), ...onCall])];
    const users = new Map((ids.length === 0 ? [] : await this.queries.listUsers(ids)).map((user) => [user.id, user]));
    const roles = new Map(
      await Promise.all(
        [...new Set(receivers.filter(isRoles).map(({ config }) => config['roleId'] ?? ''))].map(
          async (text) => [text, await this.queries.listUsersOfRoles(parseIdList(text) ?? [])] as const,
        ),
      ),
    );
    return (receiver, atMs) => {
      if (isRotation(receiver)) {
        const rotation = rotations.get(rotationOf(receiver));
        const user = rotation && users.get(shiftAt(rotation, atMs).userId);
        return user ? [user] : [];
      }
      if (isRoles(receiver)) return roles.get(receiver.config['roleId'] ?? '') ?? [];
      if (receiver.senderName === 'Direct Emails') {
        const addresses = entriesOf(receiver.config['emailAddress'] ?? '');
        return addresses.map((address) => ({ name: address, quiet: null, methods: [mailMethod(address)] }));
      }
      return receiver.senderName === 'System Users'
        ? usersOf(receiver).flatMap((id) => users.get(id) ?? [])
        : undefined;
    };
  }
}

const isRotation = ({ senderName }: Receiver): boolean => senderName === ON_CALL_SENDER;
const isRoles = ({ senderName }: Receiver): boolean => senderName === 'System Roles';
const rotationOf = ({ config }: Receiver): number => parseIdList(config['rotationId'] ?? '')?.[0] ?? 0;

function usersOf({ senderName, config }: Receiver): number[] {
  return senderName === 'System Users' ? (parseIdList(config['subjectId'] ?? '') ?? []) : [];
}
