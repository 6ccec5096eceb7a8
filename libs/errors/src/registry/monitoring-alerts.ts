import type { ErrorDeclaration } from '../error-type';

/** Errors about events and alerts. Statuses: rules alerts-1, events-1. */
export const ALERT_ERRORS = {
  event_source_not_found: {
    status: 404,
    description: 'There is no event source with this id.',
    causes: ['The id is wrong.', 'The source or its resource was removed.'],
    resolution: ['List the sources of a resource with GET /rest/event/{id}/sources.'],
  },
  event_definition_not_found: {
    status: 404,
    description: 'The type of the resource has no event definition of this name.',
    causes: ['The name is misspelt; letter case counts.', 'The plug-in of the type defines other events.'],
    resolution: ['List the definitions with GET /rest/event/{id}/definitions.'],
  },
  event_source_exists: {
    status: 406,
    description: 'The resource has an event source with this definition and location already. Nothing was created.',
    causes: ['Somebody created the source before.'],
    resolution: ['Use the source that is there: GET /rest/event/{id}/sources lists it.'],
  },
  alert_definition_not_found: {
    status: 404,
    description: 'There is no alert definition with this id.',
    causes: ['The id is wrong.', 'The definition was deleted, or what it is for is gone.'],
    resolution: ['List the definitions with GET /rest/alert/definitions.'],
    related: ['alert_definition_forbidden'],
  },
  alert_definition_forbidden: {
    status: 403,
    description:
      'You may not do this to this alert definition. What you may do follows from what the definition is for.',
    causes: ['You do not see its resource or group.', 'Your roles lack the permission in the message.'],
    resolution: ['Ask your administrator for the permission, or for a group with the resource.'],
    related: ['alert_definition_not_found', 'resource_forbidden'],
  },
  alert_condition_not_found: {
    status: 404,
    description: 'There is no alert condition with this id.',
    causes: ['The condition was changed since: each change gives it another id.', 'The condition was removed.'],
    resolution: ['Read the definition with GET /rest/alert/definition/{id}, which shows its conditions.'],
  },
  alert_notification_not_found: {
    status: 404,
    description: 'There is no alert notification with this id.',
    causes: ['The notification was changed since: each change gives it another id.', 'The notification was removed.'],
    resolution: ['Read the definition with GET /rest/alert/definition/{id}, which shows its notifications.'],
  },
  alert_sender_not_found: {
    status: 404,
    description: 'There is no alert sender of this name.',
    causes: ['The name is misspelt; letter case counts.', 'The sender is not part of this installation.'],
    resolution: ['List the senders with GET /rest/alert/senders.'],
  },
  metric_definition_not_found: {
    status: 404,
    description: 'There is no metric definition with this id, or it belongs to another resource type.',
    causes: ['The id is that of a schedule, or wrong.', 'A newer version of the plug-in no longer has the metric.'],
    resolution: [
      'Read definitionId of the schedules: GET /rest/resource/{id}/schedules.',
      'Take those of a group from GET /rest/group/{id}/metricDefinitions.',
    ],
  },
  alert_not_found: {
    status: 404,
    description: 'There is no alert with this id that you may see.',
    causes: ['The id is wrong.', 'The alert was deleted.', 'No role of yours is tied to a group with its resource.'],
    resolution: ['List the alerts with GET /rest/alert.'],
    related: ['alert_forbidden'],
  },
  alert_forbidden: {
    status: 403,
    description: 'You may see this alert, but neither acknowledge nor delete it.',
    causes: ['Your roles lack the permission in the message.'],
    resolution: ['Ask your administrator for the permission.'],
    related: ['alert_not_found'],
  },
  mixed_group: {
    status: 406,
    description: 'The group has no resource type: none was declared, and it has members of several types or none.',
    causes: ['An alert was defined for a group of category MIXED.'],
    resolution: [
      'Add a member first, or create the group with a resource type.',
      'Define the alert for the type, or for each resource.',
    ],
  },
} as const satisfies Record<string, ErrorDeclaration>;
