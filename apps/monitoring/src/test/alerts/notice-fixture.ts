import type { DueIncident } from '../../notifications/delivery/delivery.queries';
import type { ProblemCount } from '../../notifications/delivery/incident-summary.queries';
import type { IncidentSummary, LinkedNotice } from '../../notifications/delivery/notice';
import { PROBLEM_STATES, type ProblemState } from '../../alert-state/incident-problems.sql';

const AT_MS = 1_795_900_000_000;
const PAGES = 'https://ops.example.test/console/alerts';

/** A full disk; numbered if its host has several. */
interface GivenProblem {
  readonly host: string;
  readonly resource: string;
  readonly state: ProblemState;
}

const padNumber = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** Five disks of each host. @param stateOf by their place, from 0 */
export function givenProblems(count: number, stateOf: (at: number) => ProblemState = () => 'FIRING'): GivenProblem[] {
  return Array.from({ length: count }, (_, at) => ({
    host: `node-${padNumber(Math.floor(at / 5) + 1, 3)}`,
    resource: ['/', '/var', '/home', '/srv', '/tmp'][at % 5]!,
    state: stateOf(at),
  }));
}

const condition = {
  text: 'Used Percentage > 90 %',
  value: '0.969',
  valueText: '96.9 %',
  isNumber: true,
  atMs: AT_MS - 60_000,
};

/** The summary of an incident that the database would count from these problems. */
export function makeSummary(problems: readonly GivenProblem[], over: Partial<IncidentSummary> = {}): IncidentSummary {
  const getCount = (some: readonly GivenProblem[]): ProblemCount => {
    const hosts = [...Map.groupBy(some, ({ host }) => host)].map(([name, own]) => ({ name, alerts: own.length }));
    const first = hosts.toSorted((a, b) => b.alerts - a.alerts || a.name.localeCompare(b.name)).slice(0, 10);
    return { alerts: some.length, hosts: hosts.length, first };
  };
  const states = PROBLEM_STATES.flatMap((state) => {
    const own = problems.filter((problem) => problem.state === state);
    return own.length === 0 ? [] : [[state, getCount(own)] as const];
  });
  const order = (state: ProblemState): number => PROBLEM_STATES.indexOf(state);
  return {
    counts: { ...Object.fromEntries(states), ALL: getCount(problems) },
    definitions: 1,
    definition: 'Disk almost full',
    told: problems.length,
    recoveredSince: 0,
    resolvedSince: 0,
    closedSince: 0,
    listed: problems
      .toSorted((a, b) => order(a.state) - order(b.state))
      .slice(0, Math.min(20, over.told ?? 20))
      .map(({ host, resource, state }, at) => ({
        alertId: at + 1,
        place: `${host} / ${resource}`,
        host,
        resource,
        definition: 'Disk almost full',
        state,
        acknowledgedBy: state === 'ACKNOWLEDGED' ? 'ben' : null,
        endedBy: state === 'RESOLVED' ? 'ben' : null,
        sinceMs: AT_MS,
        conditions: [condition],
      })),
    ...over,
  };
}

/** A notice of the disk `/var` of `node-001`, alone or with others. */
export function givenNotice(
  incident: Partial<DueIncident> = {},
  summary?: IncidentSummary,
  over: Partial<LinkedNotice> = {},
): LinkedNotice {
  return {
    id: 'alert-notification-1',
    alertId: 1,
    firedMs: AT_MS,
    notifiedMs: AT_MS,
    sinceMs: AT_MS,
    state: 'FIRING',
    isTest: false,
    url: `${PAGES}/1`,
    incidentUrl: `${PAGES}/incidents/7`,
    definition: { id: 2, name: 'Disk almost full', priority: 'MEDIUM' },
    resource: { id: 3, name: '/var', lineage: ['node-001', '/var'] },
    description: 'Condition 1: Used Percentage > 90 % at 2026-11-29T00:26:40.000Z, value 96.9 %',
    conditions: [condition],
    incident: {
      id: 7,
      kind: 'ALERT',
      channel: 'c',
      step: null,
      alerts: 1,
      isOfSeveral: summary !== undefined,
      elsewhere: { count: 0, first: [] },
      suppressed: 0,
      cause: null,
      isFlapping: false,
      isUpdate: false,
      hasEnded: false,
      openedMs: AT_MS,
      endedMs: null,
      ending: null,
      ...incident,
    },
    summary,
    ...over,
  };
}

export const LINKS = {
  acknowledge: `https://ops.example.test/rest/alert/link?token=wsl_${'a'.repeat(43)}`,
  resolve: `https://ops.example.test/rest/alert/link?token=wsl_${'b'.repeat(43)}`,
};

const ENDED = { kind: 'END', hasEnded: true, isUpdate: true, endedMs: AT_MS + 3_601_000 } as const;
const HELD = { kind: 'HELD', cause: { id: 4, name: 'switch-rack3' } } as const;

/** A notice of each kind about `count` problems. */
export function givenNotices(count: number): Readonly<Record<string, LinkedNotice>> {
  const summary = (states: (at: number) => ProblemState, over: Partial<IncidentSummary> = {}) =>
    count === 1 ? undefined : makeSummary(givenProblems(count, states), over);
  const all = (state: ProblemState) => summary(() => state);
  const links = { links: LINKS };
  const mixed = summary((at) => (at < 3 ? 'FIRING' : at < 5 ? 'ACKNOWLEDGED' : 'RECOVERED'), {
    told: Math.min(3, count),
    recoveredSince: Math.max(0, count - 5),
  });
  return {
    fired: givenNotice({ alerts: count }, all('FIRING'), links),
    update: givenNotice({ alerts: 3, isUpdate: true }, mixed, links),
    'update after recovery': givenNotice(
      { alerts: count, isUpdate: true },
      summary(() => 'RECOVERED', { recoveredSince: count }),
      { ...links, state: 'RECOVERED' },
    ),
    recovered: givenNotice(ENDED, all('RECOVERED')),
    'definition removed': givenNotice({ ...ENDED, ending: { reason: 'DEFINITION_REMOVED', by: null } }, all('CLOSED')),
    'escalation step': givenNotice({ alerts: count, step: 1, isUpdate: true }, all('FIRING'), links),
    'held back': givenNotice(
      { ...HELD, alerts: 0, suppressed: count },
      makeSummary(
        givenProblems(count, () => 'SUPPRESSED'),
        { told: 0, listed: [] },
      ),
    ),
    test: givenNotice({}, undefined, { isTest: true, incident: undefined, conditions: [] }),
  };
}
