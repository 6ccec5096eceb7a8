import fc from 'fast-check';
import { stringify } from 'yaml';

/** A document of `wardstone apply`. */
export interface Document {
  kind: string;
  name: string;
  spec: Record<string, unknown>;
}

/** What the documents name, and do not describe. */
export interface Surroundings {
  /** Names of platforms of the type Linux. */
  platforms: readonly string[];
  /** Of the profile `standard` of Debian 11; and others of its guide. */
  rules: { own: readonly string[]; others: readonly string[] };
  /** Of the guide. */
  values: readonly string[];
}

const LINUX = { type: 'Linux', plugin: 'Platforms' };
const NUMBERS = ['Native.MemoryInfo.free', 'Native.MemoryInfo.used', 'CpuPerc.user'];
/** Names that a parser, a terminal or a file could trip over. */
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

const definition = fc.record(
  {
    enabled: fc.boolean(),
    priority: fc.constantFrom('LOW', 'MEDIUM', 'HIGH'),
    conditionMode: fc.constantFrom('ANY', 'ALL'),
    conditions: fc.array(condition, { maxLength: 4 }),
    notifications: fc.array(notification, { maxLength: 3 }),
    dampeningCategory: fc.constantFrom('NONE', 'CONSECUTIVE_COUNT', 'DURATION_COUNT'),
    dampeningCount: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    dampeningUnit: fc.constantFrom(null, 'HOURS'),
  },
  { requiredKeys: ['conditionMode', 'enabled'] },
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

/** Documents of every kind, in any order, which refer to each other. */
export function configurations({ platforms, rules, values }: Surroundings): fc.Arbitrary<Document[]> {
  const groups = some(NAMES, 4).chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({ members: some(platforms), roles: some(['operator', 'viewer']) }).map((spec): Document => {
          // These cannot be changed: a name has one type for ever.
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
  return fc
    .tuple(groups, others)
    .chain(([made, all]) => {
      const owners = [LINUX, { resource: [platforms[0]!] }, ...made.map(({ name }) => ({ group: name }))];
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
        fc.constant([...made, ...all.flat()]),
        definitions.map((each) => each.flat()),
      );
    })
    .chain(([made, definitions]) => {
      const scopes = [
        LINUX,
        { resource: [platforms[0]!], descendants: true },
        ...made.filter(({ kind }) => kind === 'Group').map(({ name }) => ({ group: name })),
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

export function textOf(documents: readonly Document[]): string {
  return documents.map((each) => `---\n${stringify(each)}`).join('');
}
