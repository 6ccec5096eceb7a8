/**
 * Script for Swagger UI that replaces examples of bodies and of ids in paths with those of visible records, so that
 * they can be executed unchanged. It runs in the browser.
 */
export const EXAMPLE_FILLER = String.raw`
const COMPLIANCE = '/api/compliance/v2';

/** Source of generated ids in examples, by operation. */
const FIELDS_OF = {
  CreatePolicy: ['profile_id'],
  RequestWaiver: ['policy_id', 'system_ids', 'expires_at'],
  submitMetricData: ['scheduleId'],
  createResource: ['parentId'],
  createAlertDefinition: ['resourceId'],
  dryRunAlertDefinition: ['resourceId'],
  createHeartbeat: ['resourceId'],
  addAlertCondition: ['measurementDefinition'],
  updateAlertCondition: ['measurementDefinition'],
};

/** Bodies that are filled with what is there now, so that sending them changes nothing. */
const SAME_AS_NOW = ['AssignSystems', 'AssignRules', 'UpdateTailoring'];

/** How many members of a list are tried for one that has members of its own. */
const CANDIDATES = 10;

const MONTH_MS = 30 * 86_400_000;
const TIME = /\b1[67]\d{11}\b/g;

/**
 * @param ask reads an address as JSON; undefined when that fails
 * @returns the document with other examples
 */
async function fillExamples(document, ask, now = Date.now()) {
  const asked = new Map();
  const read = (path) => {
    if (!asked.has(path)) asked.set(path, ask(path));
    return asked.get(path);
  };
  const pageAt = (path, offset) => read(path + '?ids_only=true&limit=100&offset=' + offset);
  const idsAt = async (path) => ((await pageAt(path, 0))?.data ?? []).map(({ id }) => id);

  /** Undefined when one page cannot be read: a part of the ids would take the others away. */
  async function allIdsAt(path) {
    const ids = [];
    for (;;) {
      const page = await pageAt(path, ids.length);
      if (page === undefined) return undefined;
      ids.push(...page.data.map(({ id }) => id));
      if (page.data.length === 0 || ids.length >= (page.meta?.total ?? 0)) return ids;
    }
  }

  const part = (value) => {
    if (value?.$ref === undefined) return value;
    return value.$ref.slice(2).split('/').reduce((owner, key) => owner?.[key], document);
  };

  /**
   * An id for each name in a path, from the list before it: the first whose following lists are not empty. Otherwise
   * the ids found, without an address.
   */
  async function locate([segment, ...rest], base = '') {
    if (segment === undefined) return { address: base, ids: [] };
    const name = /^\{(.+)\}$/.exec(segment)?.[1];
    const candidates = name === undefined ? [segment] : (await idsAt(base)).slice(0, CANDIDATES);
    let first;
    for (const id of candidates) {
      const { address, ids } = await locate(rest, base + '/' + id);
      const located = { address, ids: name === undefined ? ids : [[name, id], ...ids] };
      if (address !== undefined) return located;
      first ??= located;
    }
    return first ?? { ids: [] };
  }

  async function fieldsNow() {
    if (document.paths[COMPLIANCE + '/policies']) {
      const [guide] = await idsAt(COMPLIANCE + '/security_guides');
      const [profile] = guide === undefined ? [] : await idsAt(COMPLIANCE + '/security_guides/' + guide + '/profiles');
      const [policy] = await idsAt(COMPLIANCE + '/policies');
      const [system] = await idsAt(COMPLIANCE + '/systems');
      return {
        profile_id: profile,
        policy_id: policy,
        system_ids: system && [system],
        expires_at: new Date(now + MONTH_MS).toISOString(),
      };
    }
    if (!document.paths['/rest/resource/platforms']) return {};
    const { platform, metric } = await measuredPlatform();
    return {
      resourceId: platform?.resourceId,
      parentId: platform?.resourceId,
      scheduleId: metric?.scheduleId,
      measurementDefinition: metric?.definitionId,
    };
  }

  /** The first platform with a metric; integrations and the installation have none. */
  async function measuredPlatform() {
    const platforms = (await read('/rest/resource/platforms')) ?? [];
    for (const platform of platforms.slice(0, CANDIDATES)) {
      const schedules = (await read('/rest/resource/' + platform.resourceId + '/schedules')) ?? [];
      const metric = schedules.find(({ type }) => type === 'MEASUREMENT');
      if (metric) return { platform, metric };
    }
    return { platform: platforms[0] };
  }

  function sampleOf(raw) {
    const schema = part(raw) ?? {};
    if (schema.example !== undefined) return schema.example;
    if (schema.default !== undefined) return schema.default;
    if (schema.items) return [sampleOf(schema.items)];
    if (!schema.properties) return undefined;
    return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, sampleOf(field)]));
  }

  function withFields(sample, fields) {
    if (Array.isArray(sample)) return sample.map((item) => withFields(item, fields));
    if (typeof sample === 'object' && sample !== null) return { ...sample, ...fields };
    return Object.entries(fields).reduce(
      (xml, [name, value]) =>
        xml
          .replace(new RegExp('(<' + name + '>)[^<]*'), '$1' + value)
          .replace(new RegExp('( ' + name + '=")[^"]*'), '$1' + value),
      sample,
    );
  }

  /** The latest time becomes now; others stay as far from it as they are. */
  function withTimes(text) {
    const latest = Math.max(...(text.match(TIME) ?? []));
    return text.replace(TIME, (time) => String(now - latest + Number(time)));
  }

  async function valuesFor({ operationId, parameters = [] }, address, examples) {
    if (SAME_AS_NOW.includes(operationId) && address !== undefined) {
      if (operationId !== 'UpdateTailoring') return { ids: await allIdsAt(address) };
      return { value_overrides: (await read(address))?.data?.value_overrides };
    }
    const fields = await fieldsNow();
    const known = (FIELDS_OF[operationId] ?? []).filter((name) => fields[name] !== undefined);
    for (const name of known) examples.set(name, fields[name]);
    const inBody = known.filter((name) => parameters.every((parameter) => part(parameter).name !== name));
    return Object.fromEntries(inBody.map((name) => [name, fields[name]]));
  }

  async function fill(path, operation) {
    const { address, ids } = path.startsWith(COMPLIANCE) ? await locate(path.split('/').slice(1)) : { ids: [] };
    const examples = new Map([['timeStamp', String(now)], ...ids]);
    const body = part(operation.requestBody);
    const values = body ? await valuesFor(operation, address, examples) : {};
    operation.parameters = operation.parameters?.map((parameter) => {
      const { in: place, name } = part(parameter);
      const isFilled = examples.has(name) && (place === 'path' || FIELDS_OF[operation.operationId]?.includes(name));
      return isFilled ? { ...part(parameter), example: examples.get(name) } : parameter;
    });
    if (!body) return;
    const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    const content = Object.entries(body.content).map(([type, media]) => {
      const sample = media.example ?? sampleOf(media.schema);
      const text = typeof sample === 'string' ? sample : JSON.stringify(sample);
      const isTimed = text !== undefined && text.search(TIME) >= 0;
      if (sample === undefined || (!isTimed && Object.keys(known).length === 0)) return [type, media];
      const timed = isTimed ? withTimes(text) : text;
      return [type, { ...media, example: withFields(typeof sample === 'string' ? timed : JSON.parse(timed), known) }];
    });
    operation.requestBody = { ...body, content: Object.fromEntries(content) };
  }

  await Promise.all(
    Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.values(operations).map((operation) => fill(path, operation)),
    ),
  );
  return document;
}
`;

/** Runs the script when a document is loaded, and again after a login. */
export const EXAMPLE_PLUGIN = String.raw`
function authorization() {
  const { basic, bearer, login } = window.ui.authSelectors.authorized()?.toJS() ?? {};
  if (basic) {
    const bytes = new TextEncoder().encode(basic.value.username + ':' + basic.value.password);
    return 'Basic ' + btoa(String.fromCharCode(...bytes));
  }
  const token = bearer?.value ?? login?.token?.access_token;
  return token && 'Bearer ' + token;
}

async function askAsLoggedIn(path) {
  const login = authorization();
  if (!login) return undefined;
  // Without the browser's own credentials a refusal shows no dialog.
  const headers = { authorization: login, accept: 'application/json' };
  const answer = await fetch(path, { headers, credentials: 'omit' }).catch(() => undefined);
  return answer?.ok ? answer.json() : undefined;
}

async function fillDocument(response) {
  if (!/\/openapi\/[^/]+\.json$/.test(response.url) || response.status !== 200) return response;
  response.text = JSON.stringify(await fillExamples(JSON.parse(response.text), askAsLoggedIn));
  return response;
}

const reloading = (original, system) => (payload) => {
  original(payload);
  system.specActions.download();
};

const ExamplePlugin = {
  statePlugins: {
    auth: {
      wrapActions: { authorizeWithPersistOption: reloading, authorizeOauth2WithPersistOption: reloading },
    },
  },
};
`;
