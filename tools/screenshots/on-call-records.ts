import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@wardstone/testing';
import type { AlertDefinitionRest, IncidentRest } from '@wardstone/dto/monitoring';
import { DEFAULT_ORG, withAccounts } from '../../apps/launcher/src';
import { Caller } from '../requests/caller';
import type { RunningSystem } from '../system';

const PASSWORD = 'a long sentence is good';
const PEOPLE = ['ann', 'bob'] as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SWITCH = 'core-switch';
type Id = { id: number };

/**
 * Creates a rotation, a policy, silences, a heartbeat, dependencies, and an incident with a cause and a notification.
 */
export async function makeOnCallRecords(system: RunningSystem): Promise<void> {
  const channel = createServer((_incoming, response) => void response.end('ok')).listen(0, '127.0.0.1');
  await once(channel, 'listening');
  try {
    await makeRecords(system, `http://127.0.0.1:${(channel.address() as AddressInfo).port}/services/T0/B0/secret`);
  } finally {
    channel.close();
  }
}

async function makeRecords(system: RunningSystem, url: string): Promise<void> {
  const { call } = new Caller(system.gatewayUrl, { authorization: system.login });
  const [ann, bob] = await makePeople(system);
  const nowMs = Date.now();
  const rotation = await call<Id>('POST', '/rest/on-call/rotation', {
    name: 'Platform',
    timeZone: 'Europe/Berlin',
    turn: 'WEEKLY',
    handOverTime: '09:00',
    firstDay: '2026-01-05',
    members: [{ userId: ann }, { userId: bob }],
    overrides: [{ userId: bob, startTime: nowMs + 3 * DAY_MS, endTime: nowMs + 4 * DAY_MS }],
  });
  const mail = (emailAddress: string) => ({ senderName: 'Direct Emails', config: { emailAddress } });
  const policy = await call<Id>('POST', '/rest/on-call/escalation', {
    name: 'Nights',
    steps: [
      { afterMinutes: 10, receivers: [{ senderName: 'On-Call Rotation', config: { rotationId: rotation.id } }] },
      { afterMinutes: 30, receivers: [mail('head-of-operations@example.test')] },
    ],
    repeatMinutes: 60,
    repeatTimes: 3,
  });
  const hosts: Record<string, number> = {};
  for (const resourceName of [SWITCH, 'shop-db', 'shop-1', 'shop-2', 'shop-3']) {
    const body = { resourceName, typeName: 'Linux' };
    hosts[resourceName] = (await call<{ resourceId: number }>('POST', '/rest/resource/platforms', body)).resourceId;
    const watched = `/rest/alert/definitions?resourceId=${hosts[resourceName]}`;
    const definition = await call<AlertDefinitionRest>('POST', watched, {
      name: 'Host is down',
      enabled: true,
      priority: 'HIGH',
      dampeningCategory: 'NONE',
      conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
      notifications: [{ senderName: 'Slack', config: { url } }],
    });
    await call('PUT', `/rest/alert/definition/${definition.id}/escalation`, { escalationId: policy.id });
  }
  for (const shop of ['shop-1', 'shop-2', 'shop-3']) {
    await call('PUT', `/rest/resource/${hosts[shop]}/dependencies`, { dependsOn: [hosts[SWITCH], hosts['shop-db']] });
  }
  for (const [resource, reason, times] of [
    ['shop-db', 'Backups on Sundays', { rule: 'FREQ=WEEKLY;BYDAY=SU', timeZone: 'Europe/Berlin' }],
    ['shop-1', 'Disks are replaced', {}],
  ] as const) {
    const scope = { kind: 'RESOURCE', id: hosts[resource], descendants: true };
    await call('POST', '/rest/silence', { scope, reason, endTime: nowMs + 2 * HOUR_MS, ...times });
  }
  for (const [name, isPinged] of [
    ['nightly backup', true],
    ['certificates are renewed', false],
  ] as const) {
    const body = { resourceId: hosts['shop-db'], name, seconds: 86_400, source: { kind: 'PING' } };
    const { address } = await call<{ address: string }>('POST', '/rest/heartbeat', body);
    if (isPinged) await call('POST', new URL(address).pathname);
  }
  for (const type of ['UP', 'DOWN']) {
    for (const resourceId of [hosts[SWITCH], hosts['shop-1'], hosts['shop-2'], hosts['shop-3']]) {
      await call('PUT', `/rest/resource/${resourceId}/availability`, { since: Date.now(), type, resourceId });
    }
  }
  await eventually('the incident to be told', async () => {
    const [incident] = await call<IncidentRest[]>('GET', `/rest/incident?q=${SWITCH}`);
    return incident !== undefined && incident.told.length > 0;
  });
}

/** Ids of people that the service knows because they have sent requests. */
async function makePeople(system: RunningSystem): Promise<number[]> {
  await withAccounts(system.dataDir, async ({ accounts }) => {
    for (const username of PEOPLE) {
      await accounts.add({ username, password: PASSWORD, roles: ['operator'], orgId: DEFAULT_ORG });
    }
  });
  for (const username of PEOPLE) {
    const authorization = `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;
    await new Caller(system.gatewayUrl, { authorization }).call('GET', '/rest/alert?size=1');
  }
  const { call } = new Caller(system.gatewayUrl, { authorization: system.login });
  const { properties } = await call<{ properties: { name: string; choices?: { value: string; label: string }[] }[] }>(
    'GET',
    '/rest/alert/sender/System%20Users?include=properties',
  );
  const choices = properties.flatMap((property) => property.choices ?? []);
  return PEOPLE.map((username) => Number(choices.find(({ label }) => label.startsWith(username))!.value));
}
