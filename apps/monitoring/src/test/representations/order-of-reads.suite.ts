import type { Response } from 'supertest';
import { useMonitoring } from '../use-monitoring';
import { faultUnless } from './answer-faults';
import { type ApiOperationFacts, toMissingAddress, readOperations, withQuery } from './api-operations';
import { givenReads } from './reads-fixture';
import type { ReadAddresses } from './fixture-requests';

const MATRIX_MS = 120_000;
/** Every caller may read these; what lists show depends on the caller. */
const OPEN =
  /^(getRoot|getIndex|getServerMode|getUser|getFavorite\w+|listContactKinds|getContentInfo|\w+ResourceTypes?|searchResources|findResources|getMetricDefinition|listMetricDefinitions|listPlatforms|getCreationStatus|listAlertDefinitions|listAlertSenders|getAlertSender|listAlerts|listAllDependencies|listCalendarFeeds|listHeartbeats|listIntegrations|listIncidents|listSilences|listProblems|summarizeProblems|countAlerts|listGroups|getOperationDefinition|listOperationHistory|listOperationSchedules)$/;
/** Looked up among visible records, and so unknown to others (rules http-3, operations-1, operations-6). */
const HIDDEN =
  /^(getAlert|getInstallation|getHeartbeat|getIntegration|listExternalAlerts|listIntegrationRequests|getIncident|listIncidentNotifications|getQuietHours|listContactMethods|getSilence|listAlert(Condition|Notification)Logs|getDefinitionOfAlert|explainAlert|getOperationHistory|getOperationOutput|listResultValues|getOperationDraft|getOperationSchedule|listOperationRunMembers)$/;
/** Operations without a 404: unknown pushes count as done. */
const NEVER_MISSING = ['getPluginPush'];
const STRANGE = { Accept: 'image/png', 'Content-Type': 'image/png' };

/** Caller, media type, object, access and representation of each case. See rules http-12, http-2. */
describe('reads are refused in this order', () => {
  const api = useMonitoring(() => ({ RESOURCE_CREATION_HOLD_MS: '0' }));
  let reads: ApiOperationFacts[];
  let addresses: ReadAddresses;

  beforeAll(async () => {
    addresses = await givenReads(api);
    reads = (await readOperations(api)).filter(({ id }) => addresses[id] !== undefined);
  }, MATRIX_MS);

  const getAddress = ({ id }: ApiOperationFacts): string => addresses[id]!;
  const over = async (
    isMeant: (read: ApiOperationFacts) => boolean,
    check: (read: ApiOperationFacts) => Promise<string[]>,
  ): Promise<string[]> => {
    const meant = reads.filter(isMeant);
    expect(meant.length).toBeGreaterThan(8);
    const faults: string[] = [];
    for (const read of meant) faults.push(...(await check(read)).map((fault) => `${read.id}: ${fault}`));
    return faults;
  };
  const refused = ({ status, headers }: Response, expected: number, kind: RegExp): string[] =>
    faultUnless(
      status === expected && kind.test(headers['x-error-type'] ?? ''),
      `returns ${status} ${headers['x-error-type']}, not ${expected} ${kind.source}`,
    );

  it('anonymous callers', async () => {
    const faults = await over(
      () => true,
      async (read) =>
        refused(await api.anonymous.get(toMissingAddress(getAddress(read))).set(STRANGE), 401, /^session_required$/),
    );
    expect(faults).toEqual([]);
  });

  it('unsupported media types', async () => {
    const faults = await over(
      () => true,
      async (read) =>
        refused(
          await api.get(withQuery(toMissingAddress(getAddress(read)), 'ps=x')).set(STRANGE),
          406,
          /^not_acceptable$/,
        ),
    );
    expect(faults).toEqual([]);
  });

  it('unknown records, whatever the caller', async () => {
    const faults = await over(
      ({ id, path }) => path.includes('{') && !NEVER_MISSING.includes(id),
      async (read) => {
        const isForAdministrators = /^\/rest\/(plugins|on-call)\b|\/roles$/.test(read.path);
        const caller = isForAdministrators ? api : api.as({ username: 'bob', roles: [] });
        return refused(await caller.get(toMissingAddress(getAddress(read))), 404, /_not_found$/);
      },
    );
    expect(faults).toEqual([]);
  });

  it('callers who may not see the record', async () => {
    const nobody = api.as({ username: 'bob', roles: [] });
    const faults = await over(
      ({ id }) => !OPEN.test(id),
      async (read) =>
        HIDDEN.test(read.id)
          ? refused(await nobody.get(getAddress(read)), 404, /_not_found$/)
          : refused(await nobody.get(getAddress(read)), 403, /_forbidden$|^insufficient_scope$/),
    );
    expect(faults).toEqual([]);
  });

  it(
    'queries that break a rule, naming the parameter',
    async () => {
      const faults = await over(
        ({ strictQueries }) => strictQueries.length > 0,
        async (read) => {
          const found: string[] = [];
          for (const name of read.strictQueries) {
            const others = getAddress(read).replace(new RegExp(`(?<=[?&])${name}=[^&]*&?`), '');
            const response = await api.get(withQuery(others, `${name}=x`));
            const { message } = response.body as { message?: string };
            found.push(
              ...refused(response, 406, /^invalid_query$/).map((fault) => `${name} ${fault}`),
              ...faultUnless(message?.includes(name) === true, `does not name ${name}: ${message}`),
            );
          }
          return found;
        },
      );
      // Any data type may be requested; of unknown ones there are no schedules (rule metrics-2).
      expect(faults.filter((fault) => !/^listSchedules: .*type/.test(fault))).toEqual([]);
    },
    MATRIX_MS,
  );
});
