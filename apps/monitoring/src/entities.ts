import { AgentEntity } from './agents/agent.entity';
import { MetricCounterEntity } from './agents/measurements/metric-counter.entity';
import { AgentReportEntity } from './agents/reports/agent-report.entity';
import { AgentWorkEntity } from './agents/work/agent-work.entity';
import { AlertConditionEntity } from './alerts/definitions/alert-condition.entity';
import { AlertDefinitionEntity } from './alerts/definitions/alert-definition.entity';
import { AlertNotificationEntity } from './alerts/definitions/alert-notification.entity';
import { AlertNotificationAttemptEntity } from './alerts/delivery/alert-notification-attempt.entity';
import { AlertNotificationLogEntity } from './alerts/delivery/alert-notification-log.entity';
import { AlertProgressEntity } from './alerts/engine/alert-progress.entity';
import { AlertConditionLogEntity } from './alerts/fired/alert-condition-log.entity';
import { AlertEntity } from './alerts/fired/alert.entity';
import { AvailabilityRecordEntity } from './availability/availability-record.entity';
import { ConfigurationUpdateEntity } from './agents/configurations/configuration-update.entity';
import { ContentEntity } from './content/content.entity';
import { StoredContentEntity } from './content/stored-content.entity';
import { StoredObjectEntity } from './content/stored-object.entity';
import { DriftChangeSetEntity } from './agents/drift/drift-change-set.entity';
import { DriftDefinitionEntity } from './agents/drift/drift-definition.entity';
import { DriftTemplateEntity } from './plugins/registration/drift-template.entity';
import { DriftEntity } from './agents/drift/drift.entity';
import { EventDefinitionEntity } from './plugins/registration/event-definition.entity';
import { EventSourceEntity } from './events/event-source.entity';
import { EventEntity } from './events/event.entity';
import { GroupDefinitionEntity } from './groups/group-definition.entity';
import { ResourceGroupMemberEntity } from './groups/resource-group-member.entity';
import { ResourceGroupEntity } from './groups/resource-group.entity';
import { RoleResourceGroupEntity } from './groups/role-resource-group.entity';
import { MetricBaselineEntity } from './metrics/baselines/metric-baseline.entity';
import { MetricOutOfBoundsEntity } from './metrics/baselines/metric-out-of-bounds.entity';
import { CallTimeEntity } from './metrics/call-times/call-time.entity';
import { MetricDefinitionEntity } from './plugins/registration/metric-definition.entity';
import { MetricScheduleEntity } from './metrics/schedules/metric-schedule.entity';
import { MetricChunkEntity } from './metrics/storage/metric-chunk.entity';
import { MetricLogEntity } from './metrics/storage/metric-log.entity';
import { MetricRollUpDueEntity } from './metrics/storage/metric-roll-up-due.entity';
import { Metric1hEntity, Metric24hEntity, Metric6hEntity } from './metrics/storage/metric-tier.entity';
import { MetricWatchedEntity } from './metrics/storage/metric-watched.entity';
import { TraitValueEntity } from './metrics/traits/trait-value.entity';
import { OperationDefinitionEntity } from './plugins/registration/operation-definition.entity';
import { OperationDraftEntity } from './operations/operation-draft.entity';
import { OperationHistoryEntity } from './operations/operation-history.entity';
import { BuiltInPluginEntity } from './plugins/built-in-plugin.entity';
import { PluginDependencyEntity } from './plugins/plugin-dependency.entity';
import { PluginFileEntity } from './plugins/plugin-file.entity';
import { PluginPushEntity } from './plugins/plugin-push.entity';
import { PluginEntity } from './plugins/plugin.entity';
import { PackageTypeEntity } from './plugins/registration/package-type.entity';
import { ResourceTypeParentEntity } from './plugins/registration/resource-type-parent.entity';
import { ResourceTypeEntity } from './plugins/registration/resource-type.entity';
import { ResourceCountEntity } from './resources/resource-count.entity';
import { ResourceCreationEntity } from './resources/resource-creation.entity';
import { ResourceDeletionEntity } from './resources/resource-deletion.entity';
import { ResourceEntity } from './resources/resource.entity';
import { ServerStateEntity } from './status/server-state.entity';
import { FavoriteGroupEntity } from './users/favorite-group.entity';
import { FavoriteResourceEntity } from './users/favorite-resource.entity';
import { MarkedGroupEntity } from './users/marked-group.entity';
import { MarkedResourceEntity } from './users/marked-resource.entity';
import { ServiceUserEntity } from './users/service-user.entity';

/** One entity for each table of the service. */
export const ENTITIES = [
  AgentEntity,
  AgentReportEntity,
  AgentWorkEntity,
  AlertEntity,
  AlertConditionEntity,
  AlertConditionLogEntity,
  AlertDefinitionEntity,
  AlertNotificationEntity,
  AlertNotificationAttemptEntity,
  AlertNotificationLogEntity,
  AlertProgressEntity,
  AvailabilityRecordEntity,
  BuiltInPluginEntity,
  CallTimeEntity,
  ConfigurationUpdateEntity,
  ContentEntity,
  DriftEntity,
  DriftChangeSetEntity,
  DriftDefinitionEntity,
  DriftTemplateEntity,
  EventEntity,
  EventDefinitionEntity,
  EventSourceEntity,
  FavoriteGroupEntity,
  FavoriteResourceEntity,
  GroupDefinitionEntity,
  MarkedGroupEntity,
  MarkedResourceEntity,
  Metric1hEntity,
  Metric24hEntity,
  Metric6hEntity,
  MetricBaselineEntity,
  MetricChunkEntity,
  MetricCounterEntity,
  MetricDefinitionEntity,
  MetricLogEntity,
  MetricOutOfBoundsEntity,
  MetricRollUpDueEntity,
  MetricScheduleEntity,
  MetricWatchedEntity,
  OperationDefinitionEntity,
  OperationDraftEntity,
  OperationHistoryEntity,
  PackageTypeEntity,
  PluginEntity,
  PluginDependencyEntity,
  PluginFileEntity,
  PluginPushEntity,
  ResourceEntity,
  ResourceCountEntity,
  ResourceCreationEntity,
  ResourceDeletionEntity,
  ResourceGroupEntity,
  ResourceGroupMemberEntity,
  ResourceTypeEntity,
  ResourceTypeParentEntity,
  RoleResourceGroupEntity,
  ServerStateEntity,
  ServiceUserEntity,
  StoredContentEntity,
  StoredObjectEntity,
  TraitValueEntity,
] as const;
