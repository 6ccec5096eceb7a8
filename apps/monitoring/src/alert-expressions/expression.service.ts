import { Injectable } from '@nestjs/common';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { AlertEvaluation, InstallationRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { AlertDefinitionService } from '../alert-definitions/alert-definition.service';
import { AvailabilityTimeline } from '../availability/availability-timeline';
import type { Viewer } from '../authorization/viewer';
import { InventoryService } from '../resources/inventory.service';
import { ExpressionQueries } from './expression.queries';
import { InstallationQueries } from './installation.queries';

const MAX_SHOWN = 100;
const NAME = 'Installation';

/** State of definitions with expressions, and the resource of those of the installation. See rule alerts-65. */
@Injectable()
export class ExpressionService {
  constructor(
    private readonly queries: ExpressionQueries,
    private readonly installation: InstallationQueries,
    private readonly definitions: AlertDefinitionService,
    private readonly inventory: InventoryService,
    private readonly availability: AvailabilityTimeline,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws alert_definition_not_found, alert_definition_forbidden, expression_not_found */
  async read(id: number, viewer: Viewer): Promise<AlertEvaluation> {
    await this.definitions.requireSeen(id, viewer);
    const row = await this.queries.findEvaluation(id);
    if (!row) {
      throw new ApiError(
        MonitoringError.expression_not_found,
        `The alert definition with id ${id} has no condition of category EXPRESSION`,
      );
    }
    const instances = await this.queries.listShown(id, viewer, MAX_SHOWN);
    return {
      definitionId: id,
      health: row.health ?? 'WAITING',
      problem: row.problem,
      author: row.author,
      evaluatedTime: row.lastMs ?? 0,
      durationMs: row.durationMs ?? 0,
      series: row.series ?? 0,
      settlingUntil: row.reliableMs !== null && row.reliableMs > this.clock.now() ? row.reliableMs : 0,
      instances: instances.map(({ state, labels, annotations, value, activeMs, resourceId, resourceName }) => ({
        state,
        labels,
        annotations,
        value,
        activeTime: activeMs,
        resourceId,
        resourceName,
      })),
    };
  }

  /** @throws resource_not_found */
  async findInstallation(viewer: Viewer): Promise<InstallationRest> {
    const resourceId = await this.installation.find();
    if (resourceId !== undefined && (await this.installation.sees(viewer, resourceId))) return { resourceId };
    throw new ApiError(
      MonitoringError.resource_not_found,
      'No resource that you can see stands for the installation; PUT creates it',
    );
  }

  /** @throws resource_type_not_found */
  async createInstallation(note: AuditNote): Promise<InstallationRest> {
    const known = await this.installation.find();
    if (known !== undefined) return { resourceId: known };
    const created = await this.db.transaction(async (tx) => {
      const typeId = await this.installation.findTypeId(tx);
      if (typeId === undefined)
        throw new ApiError(MonitoringError.resource_type_not_found, 'The plugin Installation was removed');
      const part = { typeId, parentId: null, ancestry: null, key: 'installation', name: NAME };
      const nowMs = this.clock.now();
      const id = await this.inventory.insertPart(tx, part, nowMs);
      // It has no agent, so it is up as long as it is in inventory.
      if (id !== undefined) await this.availability.take(tx, [{ resourceId: id, type: 'UP', sinceMs: nowMs }], nowMs);
      return id;
    });
    // Another request was faster.
    if (created === undefined) return { resourceId: (await this.installation.find())! };
    note(changeFacts({ kind: 'resource', id: created, name: NAME }, {}, {}));
    return { resourceId: created };
  }
}
