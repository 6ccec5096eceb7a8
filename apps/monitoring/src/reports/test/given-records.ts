import type { Queryable } from '@wardstone/database';
import type { DriftCategory, HistoryStatus, Priority } from '@wardstone/dto/monitoring';
import type { UpdateStatus } from '../domain/shown-names';

interface Id {
  id: number;
}

interface GivenDefinition {
  resource: Id | null;
  group: Id | null;
  type: Id | null;
  parent: Id | null;
  name: string;
  priority: Priority;
  isEnabled: boolean;
  isDeleted: boolean;
}

export async function givenAlertDefinition(db: Queryable, over: Partial<GivenDefinition>): Promise<Id> {
  const [row] = await db.query<Id>(
    `INSERT INTO alert_definition (resource_id, resource_group_id, resource_type_id, parent_id, name, is_enabled,
                                   priority, recovery_id, condition_mode, dampening_category, dampening_count,
                                   dampening_period, is_deleted)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 'ANY', 'NONE', 0, 0, $8) RETURNING id`,
    [
      over.resource?.id ?? null,
      over.group?.id ?? null,
      over.type?.id ?? null,
      over.parent?.id ?? null,
      over.name ?? 'gw down',
      over.isEnabled ?? true,
      over.priority ?? 'HIGH',
      over.isDeleted ?? false,
    ],
  );
  return row!;
}

interface GivenCondition {
  category: string;
  name: string | null;
  comparator: string | null;
  threshold: number | null;
  option: string | null;
  conditionId: number;
}

interface GivenAlert {
  definition: Id;
  resource: Id;
  firedMs: number;
  ackBy: string | null;
  conditions: readonly Partial<GivenCondition>[];
}

export async function givenAlert(db: Queryable, over: Partial<GivenAlert> & { resource: Id }): Promise<Id> {
  const definition = over.definition ?? (await givenAlertDefinition(db, { resource: over.resource }));
  const [row] = await db.query<Id>(
    `INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences, ack_by)
     VALUES ($1, $2, $3, '', '{}', '{}', $4) RETURNING id`,
    [definition.id, over.resource.id, over.firedMs ?? 0, over.ackBy ?? null],
  );
  for (const condition of over.conditions ?? []) {
    await db.query(
      `INSERT INTO alert_condition_log (alert_id, condition_id, category, name, comparator, threshold, option, value,
                                        data_ms)
       VALUES ($1, $2, $3, $4, $5, $6, $7, '', 0)`,
      [
        row!.id,
        condition.conditionId ?? 1,
        condition.category ?? 'RESOURCE_CONFIG',
        condition.name ?? null,
        condition.comparator ?? null,
        condition.threshold ?? null,
        condition.option ?? null,
      ],
    );
  }
  return row!;
}

interface GivenExecution {
  resource: Id;
  operation: string;
  requestedBy: string;
  status: HistoryStatus;
  startedMs: number;
  modifiedMs: number;
}

let serial = 0;

export async function givenExecution(db: Queryable, over: Partial<GivenExecution> & { resource: Id }): Promise<Id> {
  const [row] = await db.query<Id>(
    `INSERT INTO operation_history (resource_id, operation_name, operation_display_name, job_name, job_group, status,
                                    requested_by, timeout_seconds, parameters, created_ms, started_ms, modified_ms)
     VALUES ($1, $2, $2, $3, 'g', $4, $5, 60, '{}', 0, $6, $7) RETURNING id`,
    [
      over.resource.id,
      over.operation ?? 'Set Log Level',
      `job ${++serial}`,
      over.status ?? 'SUCCESS',
      over.requestedBy ?? 'alice',
      over.startedMs ?? 0,
      over.modifiedMs ?? 0,
    ],
  );
  return row!;
}

export async function givenUpdate(
  db: Queryable,
  over: { resource: Id; status?: UpdateStatus; createdMs?: number; modifiedMs?: number },
): Promise<Id> {
  const createdMs = over.createdMs ?? 0;
  const [row] = await db.query<Id>(
    `INSERT INTO configuration_update (resource_id, status, configuration, created_ms, modified_ms)
     VALUES ($1, $2, '{}', $3, $4) RETURNING id`,
    [over.resource.id, over.status ?? 'SUCCESS', createdMs, over.modifiedMs ?? createdMs],
  );
  return row!;
}

interface GivenChangeSet {
  resource: Id;
  definition: string;
  isInCompliance: boolean;
  version: number;
  createdMs: number;
  drifts: readonly (readonly [DriftCategory, string])[];
}

/** A change set, with a definition of that name; the ids of its drifts. */
export async function givenChangeSet(
  db: Queryable,
  over: Partial<GivenChangeSet> & { resource: Id },
): Promise<{ definition: Id; drifts: Id[] }> {
  const compliance = (over.isInCompliance ?? false) ? 'IN_COMPLIANCE' : 'OUT_OF_COMPLIANCE_DRIFT';
  const [definition] = await db.query<Id>(
    `INSERT INTO drift_definition (resource_id, name, compliance) VALUES ($1, $2, $3)
     ON CONFLICT (resource_id, name) DO UPDATE SET compliance = excluded.compliance RETURNING id`,
    [over.resource.id, over.definition ?? 'config-files', compliance],
  );
  const [set] = await db.query<Id>(
    `INSERT INTO drift_change_set (drift_definition_id, version, is_in_compliance, created_ms)
     VALUES ($1, $2, false, $3) RETURNING id`,
    [definition!.id, over.version ?? 1, over.createdMs ?? 0],
  );
  const drifts = await db.query<Id>(
    `INSERT INTO drift (drift_change_set_id, category, path)
     SELECT $1, n.category, n.path FROM unnest($2::text[], $3::text[]) AS n (category, path) RETURNING id`,
    [set!.id, (over.drifts ?? []).map(([category]) => category), (over.drifts ?? []).map(([, path]) => path)],
  );
  return { definition: definition!, drifts };
}
