import fc from 'fast-check';
import { stringify } from 'yaml';

/** A document of `wardstone apply`. */
export interface Document {
  kind: string;
  name: string;
  spec: Record<string, unknown>;
}

/** Records that the documents refer to without describing them. */
export interface Surroundings {
  /** Names of platforms of the type Linux. */
  platforms: readonly string[];
  /** Logins. The first is the caller's. */
  people: readonly string[];
  /** Rules of the profile `standard` of Debian 11, and others of its guide. */
  rules: { own: readonly string[]; others: readonly string[] };
  /** Reference ids of values of the guide. */
  values: readonly string[];
}

const LINUX = { type: 'Linux', plugin: 'Platforms' };
const NUMBERS = ['Native.MemoryInfo.free', 'Native.MemoryInfo.used', 'CpuPerc.user'];
const WEBHOOK = { url: 'https://hook.example/in?key=1', secret: 'not to be read' };
/** Names that may break a parser, a terminal or a file. */
const NAMES = ['web', 'null', '- "yes": #1', 'ä\u001b[31m\u202eß', '0x10', 'a/../b'];

const some = <T>(values: readonly T[], most = values.length): fc.Arbitrary<T[]> =>
  fc.subarray([...values], { maxLength: Math.min(most, values.length) });

const condition = fc.oneof(
  fc.record({
    category: fc.constant('THRESHOLD'),
    metric: fc.constantFrom(...NUMBERS),
    comparator: fc.constantFrom('<', '>', '='),
    threshold: fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  }),
  fc.record({ category: fc.constant('AVAILABILITY'), name: fc.constantFrom('AVAIL_GOES_DOWN', 'AVAIL_GOES_UP') }),
  fc.record({
    category: fc.constant('AVAIL_DURATION'),
    name: fc.constant('AVAIL_DURATION_DOWN'),
    option: fc.constantFrom('60', '600'),
  }),
  fc.record({
    category: fc.constant('TRAIT'),
    metric: fc.constant('Trait.osversion'),
    option: fc.constantFrom('6.*', '\u2028'),
  }),
  fc.record({
    category: fc.constant('EVENT'),
    name: fc.constantFrom('WARN', 'FATAL'),
    option: fc.constantFrom('out of memory', 'yes'),
  }),
);

const notification = fc.oneof(
  fc.record({
    sender: fc.constant('Log4J Alerter'),
    config: fc.record({ log4JCategory: fc.constantFrom('paging', 'true', '7') }),
  }),
  fc.record({
    sender: fc.constant('System Roles'),
    config: fc.record({ roleId: some(['admin', 'operator', 'viewer']).filter((all) => all.length > 0) }),
  }),
  fc.record({ sender: fc.constant('System Users'), config: fc.constant({ subjectId: ['admin'] }) }),
  fc.record({
    sender: fc.constant('Webhook'),
    config: fc.record(
      { url: fc.webUrl(), secret: fc.constant('not to be read'), format: fc.constantFrom('json', 'cloudevents') },
      { requiredKeys: ['url'] },
    ),
  }),
  fc.record({
    sender: fc.constant('SNMP Traps'),
    config: fc.record({ host: fc.constant('trap.example'), port: fc.constantFrom(162, 1162) }),
  }),
);

/** Also notifies a rotation, if there is one. */
const notificationBy = (rotations: readonly string[]) =>
  rotations.length === 0
    ? notification
    : fc.oneof(
        notification,
        fc.record({
          sender: fc.constant('On-Call Rotation'),
          config: fc.record({ rotationId: fc.constantFrom(...rotations) }),
        }),
      );

const getDefinition = (rotations: readonly string[], policies: readonly string[]) =>
  fc.record(
    {
      enabled: fc.boolean(),
      priority: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
      conditionMode: fc.constantFrom('ANY', 'ALL'),
      conditions: fc.array(condition, { maxLength: 4 }),
      notifications: fc.array(notificationBy(rotations), { maxLength: 3 }),
      escalation: fc.constantFrom(null, ...policies),
      dampeningCategory: fc.constantFrom('NONE', 'CONSECUTIVE_COUNT', 'DURATION_COUNT'),
      dampeningCount: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      dampeningUnit: fc.constantFrom(null, 'HOURS'),
      onceUntilRecovered: fc.boolean(),
    },
    {
      // An omitted field keeps its value, and a record that it refers to cannot be deleted.
      requiredKeys: ['conditionMode', 'enabled', 'notifications', 'escalation'],
    },
  );

const time = fc.integer({ min: Date.UTC(2027, 0), max: Date.UTC(2027, 5) });

const silence = (scope: object): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record({ start: time, hours: fc.integer({ min: 1, max: 48 }), recurs: fc.boolean() })
    .map(({ start, hours, recurs }) => ({
      scope,
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + hours * 3_600_000).toISOString(),
      rule: recurs ? 'FREQ=WEEKLY;BYDAY=SU' : null,
      timeZone: recurs ? 'Europe/Berlin' : null,
    }));

const rotation = (people: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    {
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin'),
      turn: fc.constantFrom('DAILY', 'WEEKLY'),
      handOverTime: fc.constantFrom('09:00', '02:30'),
      firstDay: fc.constantFrom('2026-11-30', '2027-03-28'),
      members: fc.array(fc.constantFrom(...people), { minLength: 1, maxLength: 4 }),
      overrides: fc.array(fc.tuple(fc.constantFrom(...people), fc.integer({ min: 1, max: 24 })), { maxLength: 3 }).map(
        // One silence has ended, the others last a day each.
        (all) =>
          all.map(([user, hours], at) => ({
            user,
            startTime: new Date(Date.UTC(2026 + Math.min(at, 1), 0, 1 + at)).toISOString(),
            endTime: new Date(Date.UTC(2026 + Math.min(at, 1), 0, 1 + at, hours)).toISOString(),
          })),
      ),
    },
    { requiredKeys: ['timeZone', 'firstDay', 'members'] },
  );

const policy = (rotations: readonly string[]): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record({
      steps: fc.array(
        fc.record({
          afterMinutes: fc.integer({ min: 0, max: 60 }),
          receivers: fc.array(notificationBy(rotations), { minLength: 1, maxLength: 3 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      repeats: fc.constantFrom({}, { repeatMinutes: 0, repeatTimes: 0 }, { repeatMinutes: 5, repeatTimes: 100 }),
    })
    .map(({ steps, repeats }) => {
      let last = -1;
      return { steps: steps.map((each) => ({ ...each, afterMinutes: (last += 1 + each.afterMinutes) })), ...repeats };
    });

/** The source of a heartbeat cannot change, so it follows from the name. */
const SOURCES: Record<string, object> = {
  'nightly backup': { kind: 'PING' },
  '0x10': { kind: 'METRIC', metric: NUMBERS[0] },
  null: { kind: 'EVENT' },
  'ä\u001b[31m': { kind: 'EVENT', severity: 'ERROR', text: 'done: "yes"' },
};

const heartbeats = (platforms: readonly string[]): fc.Arbitrary<Document[]> =>
  fc.subarray(platforms.flatMap((platform) => Object.keys(SOURCES).map((name) => ({ platform, name })))).chain((all) =>
    fc.tuple(
      ...all.map(({ platform, name }) =>
        fc.integer({ min: 60, max: 7 * 86_400 }).map((seconds): Document => ({
          kind: 'Heartbeat',
          name,
          spec: { resource: [platform], seconds, source: SOURCES[name] },
        })),
      ),
    ),
  );

/** The resource of a heartbeat. */
const toPath = ({ name, spec }: Document): string[] => [...(spec['resource'] as string[]), name];

function dependencies(resource: string[], others: readonly string[][]): fc.Arbitrary<Document[]> {
  return some(others, 3).map((dependsOn) =>
    dependsOn.length === 0 ? [] : [{ kind: 'Dependencies', name: resource.at(-1)!, spec: { resource, dependsOn } }],
  );
}

const quietHours = (login: string): fc.Arbitrary<Document[]> =>
  fc
    .record(
      {
        timeZone: fc.constantFrom('UTC', 'America/New_York'),
        startTime: fc.constantFrom('22:00', '00:00'),
        endTime: fc.constantFrom('07:00', '12:30'),
        days: some(['SU', 'MO', 'FR']).filter((all) => all.length > 0),
        urgentPriority: fc.constantFrom('HIGH', 'LOW'),
      },
      { requiredKeys: ['timeZone', 'startTime', 'endTime'] },
    )
    .chain((spec) => some([{ kind: 'QuietHours', name: login, spec }]));

const KEPT: Document = { kind: 'AlertDefinition', name: 'kept', spec: { of: LINUX } };

/** Documents of every kind, in any order, which refer to each other. */
export function configurations({ platforms, people, rules, values }: Surroundings): fc.Arbitrary<Document[]> {
  const groups = some(NAMES, 4).chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({ members: some(platforms), roles: some(['operator', 'viewer']) }).map((spec): Document => {
          // These cannot change: the type of a name is fixed.
          const at = NAMES.indexOf(name);
          return {
            kind: 'Group',
            name,
            spec: {
              ...spec,
              members: spec.members.map((each) => [each]),
              resourceType: LINUX,
              recursive: at % 2 === 1,
            },
          };
        }),
      ),
    ),
  );
  const others = fc.tuple(
    some(['by name', 'by type']).chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .record({
              recalcInterval: fc.constantFrom(0, 600_000),
              recursive: fc.boolean(),
              description: fc.constantFrom(null, 'why', ''),
            })
            .map((spec): Document => ({
              kind: 'GroupDefinition',
              name,
              spec: {
                ...spec,
                expression: [
                  name === 'by name' ? 'groupby resource.name' : 'groupby resource.type.name',
                  'resource.type.category = PLATFORM',
                ],
              },
            })),
        ),
      ),
    ),
    fc
      .dictionary(
        fc.constantFrom(...NUMBERS),
        fc.record({ enabled: fc.boolean(), collectionInterval: fc.integer({ min: 30_000, max: 86_400_000 }) }),
      )
      .map((metrics): Document[] => [
        { kind: 'MetricDefaults', name: 'Linux', spec: { plugin: 'Platforms', metrics } },
      ]),
    some(['exporter', 'robot']).chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .record({
              roles: some(['operator', 'viewer', 'metrics']).filter((all) => all.length > 0),
              disabled: fc.boolean(),
            })
            .map((spec): Document => ({ kind: 'Account', name, spec: { type: 'ServiceAccount', ...spec } })),
        ),
      ),
    ),
    some(['servers', ' "laptops" ü']).chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .record(
              {
                compliance_threshold: fc.constantFrom(0, 55.5, 100),
                description: fc.constantFrom('', 'why', 'two\nlines'),
                business_objective: fc.constantFrom(null, 'audit'),
                max_result_age_days: fc.constantFrom(null, 30),
                scan_schedule: fc.constantFrom(
                  null,
                  { interval_hours: 24 },
                  { cron: '30 2 * * 1-5', time_zone: 'UTC' },
                  { cron: '0 1 * * *' },
                ),
                evidence_schedule: fc.constantFrom(
                  null,
                  { files: ['evidence.csv'], cron: '0 7 1 * *', people: ['admin'] },
                  {
                    files: [],
                    cron: '0 7 * * 1',
                    time_zone: 'Europe/Berlin',
                    channels: [{ name: 'Auditors', sender: 'Webhook', config: WEBHOOK }],
                  },
                ),
                tailorings: fc
                  .record({
                    add: some(rules.others, 3),
                    remove: some(rules.own, 3),
                    values: fc.dictionary(fc.constantFrom(...values), fc.constantFrom('1', '20'), { maxKeys: 2 }),
                  })
                  .map((tailoring) => ({ '0': tailoring })),
              },
              { requiredKeys: [] },
            )
            .map((spec): Document => ({
              kind: 'Policy',
              name,
              spec: { profile: 'xccdf_org.ssgproject.content_profile_standard', os_major_version: 11, ...spec },
            })),
        ),
      ),
    ),
  );
  const named = (kind: string, specOf: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Document[]> =>
    some(['Platform', 'null', 'ä - "b": #1'])
      // Without documents of a kind its records are not deleted, and keep others in use.
      .filter((names) => names.length > 0)
      .chain((names) => fc.tuple(...names.map((name) => specOf.map((spec): Document => ({ kind, name, spec })))));
  const toNames = (documents: readonly Document[]): string[] => documents.map(({ name }) => name);
  const onCall = named('Rotation', rotation(people)).chain((rotations) =>
    fc.record({
      rotations: fc.constant(rotations),
      policies: named('EscalationPolicy', policy(toNames(rotations))),
      quiet: quietHours(people[0]!),
    }),
  );
  const heartbeatRecords = heartbeats(platforms).chain((jobs) => {
    const paths = jobs.map(toPath);
    const [first, last] = [platforms[0]!, platforms.at(-1)!];
    return fc.record({
      jobs: fc.constant(jobs),
      depending: dependencies([last], [[first], ...paths.filter(([platform]) => platform === first)]),
      gathered: some(paths).map((members): Document[] => [
        { kind: 'Group', name: 'jobs', spec: { resourceType: null, members } },
      ]),
    });
  });
  return fc
    .tuple(groups, others, onCall, heartbeatRecords)
    .chain(([made, all, { rotations, policies, quiet }, { jobs, depending, gathered }]) => {
      const owners = [LINUX, { resource: [platforms[0]!] }, ...made.map(({ name }) => ({ group: name }))];
      const definition = getDefinition(toNames(rotations), toNames(policies));
      const missing = jobs.map((job): Document => ({
        kind: 'AlertDefinition',
        name: 'nothing heard',
        spec: {
          of: { resource: toPath(job) },
          conditions: [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }],
          escalation: policies[0]?.name ?? null,
        },
      }));
      const definitions = fc.tuple(
        ...owners.map((of) =>
          fc
            .tuple(some(NAMES, 2), fc.array(definition, { minLength: 2, maxLength: 2 }), fc.boolean())
            .map(([names, specs, recovers]) =>
              names.map((name, at): Document => ({
                kind: 'AlertDefinition',
                name,
                spec: { of, ...specs[at], ...(at > 0 && recovers ? { recovers: names[0] } : {}) },
              })),
            ),
        ),
      );
      return fc.tuple(
        fc.constant([...made, ...all.flat(), ...rotations, ...policies, ...quiet, ...jobs, ...depending, ...gathered]),
        definitions.map((each) => [KEPT, ...each.flat(), ...missing]),
      );
    })
    .chain(([made, definitions]) => {
      const scopes = [
        LINUX,
        { resource: [platforms[0]!], descendants: true },
        ...made.filter(({ kind }) => kind === 'Group').map(({ name }) => ({ group: name })),
        ...made.filter(({ kind }) => kind === 'Heartbeat').map((job) => ({ resource: toPath(job) })),
        ...made.filter(({ kind }) => kind === 'GroupDefinition').map(({ name }) => ({ groupDefinition: name })),
        ...definitions.map(({ name, spec }) => ({ alertDefinition: name, of: spec['of'] })),
      ];
      const silences = some(scopes, 4).chain((chosen) =>
        fc.tuple(
          ...chosen.map((scope) =>
            silence(scope).map((spec): Document => ({ kind: 'Silence', name: 'updates', spec })),
          ),
        ),
      );
      return silences.map((each) => [...made, ...definitions, ...each]);
    })
    .chain((documents) => fc.shuffledSubarray(documents, { minLength: documents.length }));
}

export function toText(documents: readonly Document[]): string {
  return documents.map((each) => `---\n${stringify(each)}`).join('');
}
