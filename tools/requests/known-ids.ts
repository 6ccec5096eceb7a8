/** Kinds of monitoring's records by where their ids stand in a path: most parameters are just called `id`. */
const MONITORING_PLACES: readonly [place: RegExp, kind: string][] = [
  [/\/plugins\/\{id\}$/, 'plugin'],
  [/\/plugins\/\{plugin\}$/, 'plugin_name'],
  [/\/favorites\/group\/\{id\}$/, 'group'],
  [/\/resource\/creationStatus\/\{id\}$/, 'creation'],
  [/\/resource\/type\/\{id\}$/, 'resource_type'],
  [/\/metric\/schedule\/\{id\}$/, 'schedule'],
  [/\/metric\/data\/group\/\{groupId\}\/\{definitionId\}$/, 'metric_definition'],
  [/\/alert\/definition\/\{id\}$/, 'alert_definition'],
  [/\/alert\/\{id\}$/, 'alert'],
  [/\/alert\/sender\/\{name\}$/, 'sender'],
  [/\/group\/definition\/\{id\}$/, 'group_definition'],
  [/\/group\/\{id\}$/, 'group'],
  [/\/agent\/\{name\}$/, 'agent'],
  [/\/agent\/\{name\}\/work\/\{id\}$/, 'work'],
  [/\/operation\/definition\/\{id\}$/, 'operation_definition'],
  [/\/operation\/\{id\}$/, 'operation_draft'],
  [/\/event\/source\/\{id\}$/, 'event_source'],
  [/\/(resource|event|favorites\/resource)\/\{id\}$/, 'resource'],
  [/\/resource\/(platform\/)?\{name\}$/, 'resource_name'],
];

/** Kinds by the name of a parameter or of a property of a body, where the name says it. */
const KINDS_BY_NAME: Readonly<Record<string, string>> = {
  cid: 'alert_condition',
  nid: 'alert_notification',
  plugin: 'plugin_name',
  job: 'job',
  sid: 'schedule',
  handle: 'handle',
  login: 'login',
  role: 'role',
  definitionId: 'alert_definition',
  recoveryId: 'alert_definition',
  measurementDefinition: 'metric_definition',
  groupId: 'group',
  parentId: 'resource',
  resourceIds: 'resource',
  ids: 'system',
  typeId: 'resource_type',
  timeStamp: 'time',
  timestamp: 'time',
  startTime: 'time',
  endTime: 'time',
  since: 'time',
};

/** Ids of records that exist, by kind, so that requests get past "there is no such thing". */
export class KnownIds {
  private readonly byKind = new Map<string, readonly string[]>();

  /** Ids, or records with one in the field. */
  set<Field extends string = 'id'>(
    kind: string,
    found: readonly (string | number | Readonly<Record<NoInfer<Field>, string | number>>)[],
    field = 'id' as Field,
  ): void {
    const ids = found.map((one) => (typeof one === 'object' ? one[field] : one));
    this.byKind.set(kind, ids.map(String));
  }

  /** Those of every kind: a wrong kind is a case of its own. */
  get all(): readonly string[] {
    return [...this.byKind.values()].flat();
  }

  /** For a parameter of a path, e.g. of `/rest/alert/{id}/explain`; those of every kind when its kind is not known. */
  inPath(path: string, parameter: string): readonly string[] {
    const place = path.slice(0, path.indexOf(`{${parameter}}`) + parameter.length + 2);
    const kind = MONITORING_PLACES.find(([pattern]) => pattern.test(place))?.[1];
    return (kind === undefined ? undefined : this.byKind.get(kind)) ?? this.named(parameter) ?? this.all;
  }

  /** For a parameter of a query or a property of a body, e.g. `policy_id` or `resourceId`; undefined for other names. */
  named(name: string): readonly string[] | undefined {
    const kind = KINDS_BY_NAME[name] ?? name.replace(/(_id|Id)$/, '').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    const ids = this.byKind.get(kind);
    return ids !== undefined && ids.length > 0 ? ids : undefined;
  }
}
