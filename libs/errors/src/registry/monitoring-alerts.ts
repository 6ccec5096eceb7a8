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
    description: 'Unknown heartbeat id or address, or no permission to see the heartbeat.',
    causes: [
      'The id or the address is wrong.',
      'The heartbeat, or the resource that it is part of, was removed.',
      'It was given another address.',
    ],
    resolution: [
      'List the heartbeats with GET /rest/heartbeat.',
      'An address that is lost is replaced with POST /rest/heartbeat/{id}/address.',
    ],
  },
  heartbeat_without_address: {
    status: 409,
    description: 'The heartbeat listens to a metric or to events: it has no address.',
    causes: ['An address was asked for.'],
    resolution: ['Create a heartbeat with the source PING: POST /rest/heartbeat.'],
    related: ['heartbeat_not_found'],
  },
  integration_not_found: {
    status: 404,
    description: 'Unknown integration id or address, or no permission to see the integration.',
    causes: [
      'The id or the address is wrong.',
      'The integration was removed, or given another address.',
      'The address is one of another format: only PROMETHEUS has …/api/v2/alerts, and PAGERDUTY …/v2/enqueue.',
    ],
    resolution: [
      'List the integrations with GET /rest/integration.',
      'An address that is lost is replaced with POST /rest/integration/{id}/address.',
    ],
  },
  integration_payload_invalid: {
    status: 400,
    description: 'The body is not what an integration of this kind takes.',
    causes: [
      'The sender speaks another format.',
      'A path of the mapping leads to nothing.',
      'There are more than 500 alerts.',
    ],
    resolution: [
      'Read why at GET /rest/integration/{id}/requests, or on the page of the integration.',
      'Choose the kind that the sender speaks, or change the mapping with PUT /rest/integration/{id}.',
    ],
    related: ['integration_not_found', 'payload_too_large'],
  },
  integration_overloaded: {
    status: 429,
    description:
      'An integration sends more than is taken: 600 requests or 2,000 new alerts a minute, 5,000 open alerts.',
    causes: ['A storm, or a sender whose keys of alerts never repeat.', 'Alerts whose end is never reported.'],
    resolution: [
      'Wait as long as Retry-After says and send the same again: what was stored is not doubled.',
      'Group or filter alerts in the sender, or give them keys that stay the same.',
    ],
    related: ['rate_limited'],
  },
  dependency_circle: {
    status: 409,
    description: 'A resource cannot depend on itself, on what is part of it, or on what depends on it.',
    causes: ['The other resource depends on this one already, directly or by others.'],
    resolution: [
      'Read what the other one depends on: GET /rest/resource/{id}/dependencies, and the resources it is part of.',
    ],
  },
  silence_not_found: {
    status: 404,
    description: 'Unknown silence id, or no permission to see what it covers.',
    causes: ['The id is wrong.', 'The silence was deleted, or what it covers.'],
    resolution: ['List the silences with GET /rest/silence.'],
  },
  silence_ended: {
    status: 409,
    description: 'The silence has ended, so it cannot be changed or ended.',
    causes: ['Its end has passed.', 'It was ended early.'],
    resolution: ['Create another silence with POST /rest/silence.'],
  },
  alert_link_invalid: {
    status: 404,
    description: 'The link of a notification does not exist, has expired, or was used.',
    causes: [
      'Each link works once, and for the hours that the setting ALERT_LINK_HOURS says.',
      'The alert was deleted, or the account of the recipient was removed or disabled.',
      'A program has cut the address off.',
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
    description:
      'The rotation is a receiver of an escalation policy or of an alert definition, so it cannot be deleted.',
    causes: ['A step of an escalation policy, or a notification of an alert definition, names it.'],
    resolution: ['Remove it from the steps and notifications first.'],
  },
  escalation_not_found: {
    status: 404,
    description: 'Unknown id of an escalation policy.',
    causes: ['The id is wrong.', 'The escalation policy was deleted.'],
    resolution: ['List the escalation policies with GET /rest/on-call/escalation.'],
  },
  escalation_in_use: {
    status: 409,
    description: 'Alert definitions use the escalation policy, so it cannot be deleted.',
    causes: ['It is the escalation policy of an alert definition.'],
    resolution: ['Give these definitions another one with PUT /rest/alert/definition/{id}/escalation, or 0 for none.'],
  },
  quiet_hours_not_found: {
    status: 404,
    description: 'The caller has no quiet hours.',
    causes: ['None were set.', 'They were deleted.'],
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
    causes: ['Its code was never entered.', 'Its address or number was changed since.'],
    resolution: ['Send a code with POST …/verification, and enter it with PUT …/verification.'],
  },
  contact_code_refused: {
    status: 409,
    description: 'The code does not verify the contact method.',
    causes: [
      'The code is mistyped, or of another contact method.',
      'It is older than 15 minutes, or a newer one was sent.',
      'Five wrong codes were entered: the code is void.',
    ],
    resolution: ['Send another code, and enter that one.'],
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
