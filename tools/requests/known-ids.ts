/** Kinds of monitoring's records by the position of their ids in a path, because most parameters are named `id`. */
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

/** Kinds by the name of a parameter or body property, if it is specific. */
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

/** Ids of existing records by kind, so that requests get beyond 404. */
export class KnownIds {
  private readonly byKind = new Map<string, readonly string[]>();

  /** Replaces the ids of the kind, given as ids or as records with an id in the field. */
  set<Field extends string = 'id'>(
    kind: string,
    found: readonly (string | number | Readonly<Record<NoInfer<Field>, string | number>>)[],
    field = 'id' as Field,
  ): void {
    const ids = found.map((one) => (typeof one === 'object' ? one[field] : one));
    this.byKind.set(kind, ids.map(String));
  }

  /** Ids of every kind, because an id of the wrong kind is a case of its own. */
  get all(): readonly string[] {
    return [...this.byKind.values()].flat();
  }

  /** Ids for a path parameter, e.g. of `/rest/alert/{id}/explain`; those of every kind if its kind is unknown. */
  inPath(path: string, parameter: string): readonly string[] {
    const place = path.slice(0, path.indexOf(`{${parameter}}`) + parameter.length + 2);
    const kind = MONITORING_PLACES.find(([pattern]) => pattern.test(place))?.[1];
    return (kind === undefined ? undefined : this.byKind.get(kind)) ?? this.named(parameter) ?? this.all;
  }

  /** Ids for a query parameter or body property, e.g. `policy_id` or `resourceId`; undefined for other names. */
  named(name: string): readonly string[] | undefined {
    const kind = KINDS_BY_NAME[name] ?? name.replace(/(_id|Id)$/, '').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
    const ids = this.byKind.get(kind);
    return ids !== undefined && ids.length > 0 ? ids : undefined;
  }
}
