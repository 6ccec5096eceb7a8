import { Injectable } from '@nestjs/common';
import {
  type Addressee,
  splitEntries,
  MAIL_SENDER,
  ON_CALL_SENDER,
  parseIdList,
  planMethods,
  type Receiver,
  ROLES_SENDER,
  type RotationTimes,
  shiftAt,
  type StoredConfig,
  USERS_SENDER,
} from '@wardstone/alerting';
import { ROLE_NAMES, type RoleName } from '@wardstone/auth';
import type { Addressee as AddresseeRest, Priority } from '@wardstone/dto/monitoring';
import { type Recipient, RecipientQueries } from './recipient.queries';

export type { Recipient } from './recipient.queries';

/** The contact method of a recipient given as an e-mail address. */
export function mailMethod(address: string): Recipient['methods'][number] {
  return { target: address, kind: 'EMAIL', config: { address }, delayMinutes: 0, quiet: null };
}

/** Recipients of a notification sent at this time, each with the end of the quiet hours that delay it. */
export function addresseesAt(
  recipients: readonly Recipient[] | undefined,
  priority: Priority,
  atMs: number,
): Addressee[] | undefined {
  return recipients?.map(({ name, methods, quiet }) => {
    const page = { priority, notifiedMs: atMs, nowMs: atMs, canAcknowledge: true, quiet };
    const [first] = planMethods(methods, page).toSorted((one, other) => (one.untilMs ?? 0) - (other.untilMs ?? 0));
    return { name, quietUntilMs: first?.untilMs, isUnreachable: methods.length === 0 };
  });
}

export function toAddressee({ name, quietUntilMs: quietUntil, isUnreachable }: Addressee): AddresseeRest {
  return { name, quietUntil, ...(isUnreachable ? { unreachable: true } : {}) };
}

type Rotation = RotationTimes & { id: number };

/** Lists the recipients of a receiver at a time; undefined if its sender does not notify people. */
type RecipientResolver = (receiver: Receiver, atMs: number) => readonly Recipient[] | undefined;

/** Resolves receivers to recipients with their contact methods, now or at another time. */
@Injectable()
export class Recipients {
  constructor(private readonly queries: RecipientQueries) {}

  /** Reads recipients once. For a rotation, the person on call at the given time. */
  async load(receivers: readonly Receiver[]): Promise<RecipientResolver> {
    const rotations = await this.findRotations(receivers);
    const users = await this.findUsers(receivers, [...rotations.values()]);
    const usersOfRoles = await this.listWithRoles([...new Set(configsFor(ROLES_SENDER, receivers).flatMap(roleNames))]);
    return ({ senderName, config }, atMs) => {
      switch (senderName) {
        case ON_CALL_SENDER: {
          const rotation = rotations.get(rotationId(config));
          const user = rotation && users.get(shiftAt(rotation, atMs).userId);
          return user ? [user] : [];
        }
        case ROLES_SENDER: {
          const names: readonly string[] = roleNames(config);
          return usersOfRoles.filter(({ person }) => person?.roles.some((name) => names.includes(name)));
        }
        case USERS_SENDER:
          return userIds(config).flatMap((id) => users.get(id) ?? []);
        case MAIL_SENDER:
          return splitEntries(config['emailAddress'] ?? '').map((address) => ({
            name: address,
            quiet: null,
            methods: [mailMethod(address)],
          }));
        default:
          return undefined;
      }
    };
  }

  /** People by login; unknown logins are left out. */
  async listByLogin(logins: readonly string[]): Promise<Recipient[]> {
    return logins.length === 0 ? [] : this.queries.listUsersByLogin(logins);
  }

  async listWithRoles(names: readonly RoleName[]): Promise<readonly Recipient[]> {
    return names.length === 0 ? [] : this.queries.listUsersOfRoles(names);
  }

  private async findRotations(receivers: readonly Receiver[]): Promise<ReadonlyMap<number, Rotation>> {
    const ids = [...new Set(configsFor(ON_CALL_SENDER, receivers).map(rotationId))];
    const rotations = ids.length === 0 ? [] : await this.queries.listRotations(ids);
    return new Map(rotations.map((rotation) => [rotation.id, rotation]));
  }

  /** Users named by receivers, and those who are or may be on call. */
  private async findUsers(
    receivers: readonly Receiver[],
    rotations: readonly Rotation[],
  ): Promise<ReadonlyMap<number, Recipient>> {
    const onCall = rotations.flatMap(({ members, overrides }) => [
      ...members,
      ...overrides.map(({ userId }) => userId),
    ]);
    const ids = [...new Set([...configsFor(USERS_SENDER, receivers).flatMap(userIds), ...onCall])];
    const users = ids.length === 0 ? [] : await this.queries.listUsers(ids);
    return new Map(users.map((user) => [user.id, user]));
  }
}

function configsFor(sender: string, receivers: readonly Receiver[]): StoredConfig[] {
  return receivers.filter(({ senderName }) => senderName === sender).map(({ config }) => config);
}

const idsIn = (config: StoredConfig, property: string): number[] => parseIdList(config[property] ?? '') ?? [];
const rotationId = (config: StoredConfig): number => idsIn(config, 'rotationId')[0] ?? 0;
const userIds = (config: StoredConfig): number[] => idsIn(config, 'subjectId');
/** Ids of roles start at 1. */
const roleNames = (config: StoredConfig): RoleName[] =>
  idsIn(config, 'roleId').flatMap((id) => ROLE_NAMES[id - 1] ?? []);
