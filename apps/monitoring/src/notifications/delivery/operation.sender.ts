import { Injectable } from '@nestjs/common';
import { readExtra, replaceTokens, type StoredConfig, type TargetOutcome } from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { MapValue } from '@wardstone/dto';
import { OperationDefinitionService } from '../../operations/operation-definition.service';
import { checkParameters } from '../../operations/domain/check-parameters';
import { initialParameters } from '../../operations/domain/parameter-values';
import { OperationExecution } from '../../operations/operation-execution.service';
import { refuseAll } from './recipient-senders';
import { type Notice, type StoringSender, getTokens } from './notice';
import { DeliveryQueries } from './delivery.queries';

const PARAMETER = 'parameter.';
/** Requester in the history of operations. */
const REQUESTED_BY = 'alert';

/** Runs an operation on the resource of the alert, or on a related one. See rule alerts-29. */
@Injectable()
export class OperationSender implements StoringSender {
  readonly name = 'Resource Operations';

  constructor(
    private readonly queries: DeliveryQueries,
    private readonly definitions: OperationDefinitionService,
    private readonly execution: OperationExecution,
    private readonly clock: Clock,
  ) {}

  async store(tx: Transaction, notice: Notice, config: StoredConfig): Promise<readonly TargetOutcome[]> {
    const definitionId = Number(config['operation-definition-id']);
    const found = await this.findTarget(tx, notice.resource.id, config);
    if (typeof found === 'string') return refuseAll(found);
    const definition = await this.definitions.find(definitionId, tx);
    if (definition?.resource_type_id !== found.resource_type_id) {
      return refuseAll(`the resource ${found.name} has no operation with id ${definitionId}`);
    }
    if (this.execution.needsApproval(definition.name)) {
      return refuseAll(`operation ${definition.name} needs the approval of a second person, so alerts cannot run it`);
    }
    const said = parametersIn(config, {
      ...getTokens(notice),
      'targetResource.id': String(found.id),
      'targetResource.name': found.name,
      'operation.id': String(definition.id),
      'operation.name': definition.name,
    });
    const parameters = { ...initialParameters(definition.parameters), ...said };
    const problems = checkParameters(definition.parameters?.properties ?? [], parameters);
    if (problems.length > 0) return refuseAll(`operation ${definition.name}: ${problems.join(', ')}`);
    const requester = { requestedBy: REQUESTED_BY, requestedSubject: null };
    const order = { resourceId: found.id, target: found, definition, parameters, ...requester };
    const jobId = await this.execution.order(tx, order, this.clock.now());
    const text = `${definition.display_name} was started on ${found.name}; see /operation/history/${jobId}`;
    return [{ target: jobId, outcome: 'deferred', text }];
  }

  /** The resource, or why there is none. */
  private async findTarget(tx: Transaction, resourceId: number, config: StoredConfig) {
    switch (config['selection-mode']?.trim().toUpperCase()) {
      case 'SELF':
        return (await this.queries.findTarget(tx, resourceId)) ?? 'the resource of the alert no longer exists';
      case 'SPECIFIC': {
        const specificId = Number(config['selection-specific-resource-id']);
        return (await this.queries.findTarget(tx, specificId)) ?? `unknown resource ${specificId}`;
      }
      default:
        return this.findRelative(tx, resourceId, config);
    }
  }

  private async findRelative(tx: Transaction, resourceId: number, config: StoredConfig) {
    const ancestorType = Number(config['selection-relative-ancestor-type-id']);
    const start = await this.queries.findStart(tx, resourceId, ancestorType);
    if (!start) return 'the resource of the alert no longer exists';
    const descendantType = Number(config['selection-relative-descendant-type-id'] ?? '');
    if (descendantType === 0) return start;
    const name = config['selection-relative-descendant-name']?.trim();
    const below = await this.queries.listBelow(tx, start.id, descendantType, name === '' ? undefined : name);
    if (below.length === 1) return below[0]!;
    const many = below.length === 0 ? 'no resource' : `${below.length} resources`;
    return `${many} below ${start.name} match; exactly one is required`;
  }
}

/** Properties starting with `parameter.`, and those in `extraConfig`, are parameters of the operation. */
function parametersIn(config: StoredConfig, tokens: Readonly<Record<string, string>>): Record<string, MapValue> {
  const extra = Object.entries(readExtra(config)).map(([name, value]) => [name, withTokens(value, tokens)] as const);
  const named = Object.entries(config)
    .filter(([name]) => name.startsWith(PARAMETER))
    .map(([name, text]) => [name.slice(PARAMETER.length), replaceTokens(text, tokens)] as const);
  return Object.fromEntries([...named, ...extra]);
}

function withTokens(value: MapValue, tokens: Readonly<Record<string, string>>): MapValue {
  return typeof value === 'string' ? replaceTokens(value, tokens) : value;
}
