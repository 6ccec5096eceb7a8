import type { ErrorDeclaration } from '../error-type';

/** Errors about events and alerts. Statuses: rules alerts-1, events-1. */
export const ALERT_ERRORS = {
  event_source_not_found: {
    status: 404,
    description: 'Unknown event source id.',
    causes: ['The id is wrong.', 'The source or its resource was removed.'],
    resolution: ['List the sources of a resource with GET /rest/event/{id}/sources.'],
  },
  event_definition_not_found: {
    status: 404,
    description: 'The resource type has no event definition of this name.',
    causes: ['The name is misspelt; it is case-sensitive.', 'The plugin of the type defines other events.'],
    resolution: ['List the definitions with GET /rest/event/{id}/definitions.'],
  },
  event_source_exists: {
    status: 406,
    description: 'The resource already has an event source with this definition and location. Nothing was created.',
    causes: ['The source was created before.'],
    resolution: ['Use the existing source: GET /rest/event/{id}/sources lists it.'],
  },
  alert_definition_not_found: {
    status: 404,
    description: 'Unknown alert definition id.',
    causes: ['The id is wrong.', 'The definition, or its resource, group or type, was deleted.'],
    resolution: ['List the definitions with GET /rest/alert/definitions.'],
    related: ['alert_definition_forbidden'],
  },
  alert_definition_forbidden: {
    status: 403,
    description: 'You lack permission for this alert definition. Permission follows from its resource, group or type.',
    causes: ['You have no access to its resource or group.', 'Your roles lack the permission named in the message.'],
    resolution: ['Ask your administrator for the permission, or for access to a group with the resource.'],
    related: ['alert_definition_not_found', 'resource_forbidden'],
  },
  expression_not_found: {
    status: 404,
    description: 'The alert definition has no expression.',
    causes: ['None of its conditions has the category EXPRESSION.'],
    resolution: ['Read the definition with GET /rest/alert/definition/{id}, which shows its conditions.'],
    related: ['alert_definition_not_found'],
  },
  too_many_expressions: {
    status: 409,
    description: 'The number of expressions of alert definitions has reached a limit.',
    causes: [
      'Your account is the author of ALERT_EXPRESSIONS_PER_ACCOUNT expressions.',
      'The installation evaluates ALERT_EXPRESSIONS expressions; a definition of a group or type counts once for each resource.',
    ],
    resolution: [
      'Delete definitions that are no longer needed, or watch many resources with one definition of the installation.',
      'Ask your operator to raise the limit.',
    ],
    related: ['expression_not_found'],
  },
  alert_condition_not_found: {
    status: 404,
    description: 'Unknown alert condition id.',
    causes: ['The condition was changed: every change assigns a new id.', 'The condition was removed.'],
    resolution: ['Read the definition with GET /rest/alert/definition/{id}, which shows its conditions.'],
  },
  alert_notification_not_found: {
    status: 404,
    description: 'Unknown alert notification id.',
    causes: ['The notification was changed: every change assigns a new id.', 'The notification was removed.'],
    resolution: ['Read the definition with GET /rest/alert/definition/{id}, which shows its notifications.'],
  },
  alert_sender_not_found: {
    status: 404,
    description: 'Unknown alert sender.',
    causes: ['The name is misspelt; it is case-sensitive.', 'The sender is not part of this installation.'],
    resolution: ['List the senders with GET /rest/alert/senders.'],
  },
  heartbeat_not_found: {
    status: 404,
    description: 'Unknown heartbeat id or URL, or no permission to see the heartbeat.',
    causes: [
      'The id or the URL is wrong.',
      'The heartbeat or its parent resource was removed.',
      'The URL was replaced.',
    ],
    resolution: [
      'List the heartbeats with GET /rest/heartbeat.',
      'If the URL is lost, replace it with POST /rest/heartbeat/{id}/address.',
    ],
  },
  heartbeat_without_address: {
    status: 409,
    description: 'The heartbeat monitors a metric or events, so it has no URL.',
    causes: ['A new URL was requested for it.'],
    resolution: ['Create a heartbeat with the source PING: POST /rest/heartbeat.'],
    related: ['heartbeat_not_found'],
  },
  integration_not_found: {
    status: 404,
    description: 'Unknown integration id or URL, or no permission to see the integration.',
    causes: [
      'The id or the URL is wrong.',
      'The integration was removed, or its URL was replaced.',
      'The URL has another format: only PROMETHEUS uses …/api/v2/alerts, and only PAGERDUTY …/v2/enqueue.',
    ],
    resolution: [
      'List the integrations with GET /rest/integration.',
      'If the URL is lost, replace it with POST /rest/integration/{id}/address.',
    ],
  },
  integration_payload_invalid: {
    status: 400,
    description: 'The body does not have the format of this kind of integration.',
    causes: [
      'The sender uses another format.',
      'A path of the mapping does not exist in the body.',
      'There are more than 500 alerts.',
    ],
    resolution: [
      'See the reason with GET /rest/integration/{id}/requests, or on the page of the integration.',
      'Create an integration of the kind that the sender uses, or change the mapping with PUT /rest/integration/{id}.',
    ],
    related: ['integration_not_found', 'payload_too_large'],
  },
  integration_overloaded: {
    status: 429,
    description: 'The integration exceeds a limit: 600 requests or 2,000 new alerts a minute, or 5,000 open alerts.',
    causes: [
      'An alert storm, or a sender that uses a new key for every message.',
      'The sender never resolves its alerts.',
    ],
    resolution: [
      'Wait for the time given in Retry-After, then send the request again. Stored alerts are not duplicated.',
      'Group or filter alerts in the sender, or use stable keys.',
    ],
    related: ['rate_limited'],
  },
  dependency_circle: {
    status: 409,
    description: 'A resource cannot depend on itself, on its parts, or on resources that depend on it.',
    causes: ['The other resource already depends on this one, directly or indirectly.'],
    resolution: [
      'List the dependencies of the other resource with GET /rest/resource/{id}/dependencies, and check its parent resources.',
    ],
  },
  silence_not_found: {
    status: 404,
    description: 'Unknown silence id, or no permission to see its scope.',
    causes: ['The id is wrong.', 'The silence or the resource, group or definition that it covers was deleted.'],
    resolution: ['List the silences with GET /rest/silence.'],
  },
  silence_ended: {
    status: 409,
    description: 'The silence has already ended, so it cannot be changed or ended.',
    causes: ['Its end has passed.', 'It was ended early.'],
    resolution: ['Create another silence with POST /rest/silence.'],
  },
  alert_link_invalid: {
    status: 404,
    description: 'The notification link does not exist, has expired, or was already used.',
    causes: [
      'Each link works once, within the hours set by ALERT_LINK_HOURS.',
      'The alert was deleted, or the account of the recipient was removed or disabled.',
      'A mail or chat program truncated the link.',
    ],
    resolution: ['Open the alert in the console.'],
  },
  rotation_not_found: {
    status: 404,
    description: 'Unknown rotation id.',
    causes: ['The id is wrong.', 'The rotation was deleted.'],
    resolution: ['List the rotations with GET /rest/on-call/rotation.'],
  },
  rotation_in_use: {
    status: 409,
    description: 'An escalation policy or alert definition notifies the rotation, so it cannot be deleted.',
    causes: [
      'A step of an escalation policy or a notification of an alert definition has the rotation as its receiver.',
    ],
    resolution: ['Remove the rotation from the steps and notifications first.'],
  },
  escalation_not_found: {
    status: 404,
    description: 'Unknown escalation policy id.',
    causes: ['The id is wrong.', 'The escalation policy was deleted.'],
    resolution: ['List the escalation policies with GET /rest/on-call/escalation.'],
  },
  escalation_in_use: {
    status: 409,
    description: 'Alert definitions use the escalation policy, so it cannot be deleted.',
    causes: ['It is the escalation policy of an alert definition.'],
    resolution: [
      'Set another policy (0 for none) for these definitions with PUT /rest/alert/definition/{id}/escalation.',
    ],
  },
  quiet_hours_not_found: {
    status: 404,
    description: 'You have no quiet hours.',
    causes: ['Quiet hours were never set, or were deleted.'],
    resolution: ['Set them with PUT /rest/on-call/quiet-hours.'],
  },
  metric_definition_not_found: {
    status: 404,
    description: 'Unknown metric definition id, or the metric belongs to another resource type.',
    causes: ['The id is wrong, or that of a schedule.', 'A newer version of the plugin no longer has the metric.'],
    resolution: [
      'Read definitionId of the schedules: GET /rest/resource/{id}/schedules.',
      'For a group, use GET /rest/group/{id}/metricDefinitions.',
    ],
  },
  alert_not_found: {
    status: 404,
    description: 'Unknown alert id, or no permission to see the alert.',
    causes: ['The id is wrong.', 'The alert was deleted.', 'None of your roles has a group with its resource.'],
    resolution: ['List the alerts with GET /rest/alert.'],
    related: ['alert_forbidden'],
  },
  contact_method_not_found: {
    status: 404,
    description: 'The person has no contact method with this id.',
    causes: ['It was deleted.', 'It belongs to another account.'],
    resolution: ['List the contact methods with GET /rest/user/{login}/contact-methods.'],
  },
  contact_method_unverified: {
    status: 409,
    description: 'The contact method is not verified. Nothing was sent.',
    causes: ['Its code was never entered.', 'Its address or number was changed after verification.'],
    resolution: ['Send a code with POST …/verification, and enter it with PUT …/verification.'],
  },
  contact_code_refused: {
    status: 409,
    description: 'The code does not verify the contact method.',
    causes: [
      'The code is mistyped, or belongs to another contact method.',
      'The code is older than 15 minutes, or a newer one was sent.',
      'A wrong code was entered five times, which invalidates the code.',
    ],
    resolution: ['Send a new code and enter it.'],
  },
  incident_not_found: {
    status: 404,
    description: 'Unknown incident id, or no permission to see any of its alerts.',
    causes: ['The id is wrong.', 'Its alerts were deleted.', 'None of your roles has a group with a resource of it.'],
    resolution: ['List the incidents with GET /rest/incident.'],
    related: ['alert_not_found'],
  },
  alert_forbidden: {
    status: 403,
    description: 'You may see this alert, but neither acknowledge nor delete it.',
    causes: ['Your roles lack the permission named in the message.'],
    resolution: ['Ask your administrator for the permission.'],
    related: ['alert_not_found'],
  },
  mixed_group: {
    status: 406,
    description:
      'The group has no resource type: none is declared, and its members are of several types or it has none.',
    causes: ['An alert was defined for a group of category MIXED.'],
    resolution: [
      'Add a member first, or create the group with a resource type.',
      'Define the alert for the type, or for each resource.',
    ],
  },
} as const satisfies Record<string, ErrorDeclaration>;
