/** Each error type of the registry with its status. */
export interface ErrorTypes {
  /** There is an account of this name already, in this organisation or another. Names that differ by case alone are the same name. */
  account_exists: 409;
  /** The agent was registered by another account, or its name is not that of the account. */
  agent_forbidden: 403;
  /** There is an account of this name already, so no agent can take it with this join token. Names that differ by case alone are the same name. */
  agent_name_taken: 409;
  /** Unknown agent. */
  agent_not_found: 404;
  /** The work was already reported with another outcome. */
  agent_work_ended: 409;
  /** Unknown work id for this agent. */
  agent_work_not_found: 404;
  /** Unknown alert condition id. */
  alert_condition_not_found: 404;
  /** You lack permission for this alert definition. Permission follows from its resource, group or type. */
  alert_definition_forbidden: 403;
  /** Unknown alert definition id. */
  alert_definition_not_found: 404;
  /** You may see this alert, but neither acknowledge nor delete it. */
  alert_forbidden: 403;
  /** The notification link does not exist, has expired, or was already used. */
  alert_link_invalid: 404;
  /** Unknown alert id, or no permission to see the alert. */
  alert_not_found: 404;
  /** Unknown alert notification id. */
  alert_notification_not_found: 404;
  /** Unknown alert sender. */
  alert_sender_not_found: 404;
  /** The request is ambiguous: two servers could disagree about its length or its target. Such requests are rejected. */
  ambiguous_request: 400;
  /** The metric has no baseline yet. */
  baseline_not_found: 404;
  /** Unknown calendar feed. */
  calendar_feed_not_found: 404;
  /** Only administrators may set a connection property that names a file, folder, program or address which an agent would then open on its machine. */
  connection_property_forbidden: 403;
  /** The code does not verify the contact method. */
  contact_code_refused: 409;
  /** The person has no contact method with this id. */
  contact_method_not_found: 404;
  /** The contact method is not verified. Nothing was sent. */
  contact_method_unverified: 409;
  /** This content was uploaded by another account. */
  content_forbidden: 403;
  /** Unknown content handle. */
  content_not_found: 404;
  /** The storage quota for content is exhausted. */
  content_store_full: 507;
  /** A resource cannot depend on itself, on its parts, or on resources that depend on it. */
  dependency_circle: 409;
  /** The service behind the gateway is unreachable, or closed the connection before it responded. */
  downstream_issue: 503;
  /** Unknown drift category, or none was given. */
  drift_category_not_found: 404;
  /** The record already exists. */
  duplicate_record: 409;
  /** The token does not let this agent enrol. */
  enrolment_refused: 401;
  /** The error type belongs to a service of this product, so its definition cannot be replaced or deleted. Only custom error types can. */
  error_type_not_custom: 409;
  /** Alert definitions use the escalation policy, so it cannot be deleted. */
  escalation_in_use: 409;
  /** Unknown escalation policy id. */
  escalation_not_found: 404;
  /** The resource type has no event definition of this name. */
  event_definition_not_found: 404;
  /** The resource already has an event source with this definition and location. Nothing was created. */
  event_source_exists: 406;
  /** Unknown event source id. */
  event_source_not_found: 404;
  /** The action goes beyond what the installed licence covers. This product needs no licence key. */
  exceeds_license: 402;
  /** The Expect header has a value other than 100-continue. */
  expectation_failed: 417;
  /** The token has expired. */
  expired_token: 401;
  /** The alert definition has no expression. */
  expression_not_found: 404;
  /** The service behind the gateway did not respond in time. It may still execute the request. */
  external_service_timeout: 504;
  /** The resource or group is not among your favorites. */
  favorite_not_found: 404;
  /** A page of another origin sent this request from a browser. Only pages of the product may write with the credentials of a browser. */
  foreign_page: 403;
  /** There is no framework with this short name. */
  framework_not_found: 404;
  /** The action requires a recent login, and the last one is older. */
  fresh_login_required: 401;
  /** The groups of a definition could not be calculated. They are unchanged. */
  group_calculation_failed: 406;
  /** A group definition of this name already exists; case is ignored. */
  group_definition_exists: 409;
  /** The definition cannot be renamed: another one has this name; case is ignored. */
  group_definition_name_taken: 406;
  /** Unknown group definition id. */
  group_definition_not_found: 404;
  /** The expression of a group definition is malformed, or its statements contradict each other. */
  group_expression_invalid: 406;
  /** You lack permission for this group. Access follows from the groups of your roles. */
  group_forbidden: 403;
  /** The resource is not a member of the group. */
  group_member_not_found: 404;
  /** Another group already has this name; case is ignored. */
  group_name_taken: 406;
  /** The members of the group are not all of one type, so they have no metrics in common. */
  group_not_compatible: 406;
  /** Unknown group id. */
  group_not_found: 404;
  /** The group was created for resources of one type, and the resource is of another. */
  group_type_mismatch: 409;
  /** The headers of the request exceed 16 KiB in total. */
  headers_too_large: 431;
  /** Unknown heartbeat id or URL, or no permission to see the heartbeat. */
  heartbeat_not_found: 404;
  /** The heartbeat monitors a metric or events, so it has no URL. */
  heartbeat_without_address: 409;
  /** Unknown incident id, or no permission to see any of its alerts. */
  incident_not_found: 404;
  /** You are authenticated, but none of your roles grants the permission that this operation requires. */
  insufficient_scope: 403;
  /** Unknown integration id or URL, or no permission to see the integration. */
  integration_not_found: 404;
  /** The integration exceeds a limit: 600 requests or 2,000 new alerts a minute, or 5,000 open alerts. */
  integration_overloaded: 429;
  /** The body does not have the format of this kind of integration. */
  integration_payload_invalid: 400;
  /** Unexpected failure of the service. Its log has the cause under the request id of the response. */
  internal_error: 500;
  /** The JSONP callback is not the name of a JavaScript function. */
  invalid_callback: 406;
  /** The program that asked for a token is unknown, or its secret is wrong. */
  invalid_client: 401;
  /** The request body is malformed, or contains a value that the operation does not allow. */
  invalid_content: 406;
  /** The user name or the password is wrong. */
  invalid_credentials: 401;
  /** The uploaded document cannot be imported: it is not well-formed, not of the expected kind, or not safe to parse. Nothing was stored. */
  invalid_document: 422;
  /** The filter is malformed, names a field that this list does not have, or uses an operator that the field does not support. */
  invalid_filter: 422;
  /** The user name, the password or the assertion in the token request is wrong. */
  invalid_grant: 400;
  /** The body of the request is not JSON. */
  invalid_json: 422;
  /** A parameter or a key of the body is unknown, or its value is not permitted. */
  invalid_parameter: 422;
  /** A query parameter has an invalid value. */
  invalid_query: 406;
  /** The query string contains an invalid percent escape. */
  invalid_query_string: 400;
  /** The scan result is readable but does not match the system, its policies or their guides. Nothing was stored. */
  invalid_report: 422;
  /** The request is malformed. */
  invalid_request: 400;
  /** The service behind the gateway returned an invalid HTTP response. */
  invalid_response: 502;
  /** The token request includes a permission that the account does not have. */
  invalid_scope: 400;
  /** The list cannot be sorted as sort_by requests. */
  invalid_sort: 422;
  /** The token was not issued for this product, or its signature is invalid. */
  invalid_token: 401;
  /** Your organisation's login does not answer, or not as expected. Try again in a moment, or sign in with a local account. */
  issuer_unusable: 502;
  /** Not a valid error type name. Names have 2 to 64 characters: a lower-case letter, then lower-case letters, digits and underscores. */
  malformed_error_type: 400;
  /** The language is not a valid BCP 47 tag, or is English, which is the text of the error type itself. */
  malformed_language_tag: 400;
  /** The address contains an invalid percent escape. */
  malformed_url: 400;
  /** The address exists, but not for this HTTP method. The Allow header lists the methods that do. */
  method_not_allowed: 405;
  /** Values arrive faster than the server can store them. Nothing was stored. */
  metric_backlog_full: 503;
  /** Unknown metric definition id, or the metric belongs to another resource type. */
  metric_definition_not_found: 404;
  /** The resource has no numeric metric of this name. Nothing was stored. */
  metric_name_unknown: 403;
  /** The schedule is not that of a call time metric. */
  metric_not_call_time: 406;
  /** The metric is not numeric: its data type is not MEASUREMENT. */
  metric_not_numeric: 406;
  /** The metric is not a trait. */
  metric_not_trait: 406;
  /** The group has no resource type: none is declared, and its members are of several types or it has none. */
  mixed_group: 406;
  /** None of the media types in the Accept header is available. */
  not_acceptable: 406;
  /** Unknown address. */
  not_found: 404;
  /** Unknown operation definition id. */
  operation_definition_not_found: 404;
  /** Unknown draft id, or the draft belongs to another user. */
  operation_draft_not_found: 404;
  /** The operation has ended, so it cannot be canceled. */
  operation_ended: 409;
  /** Unknown job id, or no permission to see the execution. */
  operation_history_not_found: 404;
  /** The operation is still being executed, so its record cannot be deleted. */
  operation_running: 409;
  /** This service serves one organisation, and your account belongs to another. Your credentials are valid. */
  organisation_not_served: 403;
  /** The body is no request of metrics of OTLP. */
  otlp_invalid: 400;
  /** An exception must be approved by a person other than its requester. */
  own_waiver: 403;
  /** The body is larger than this operation accepts. */
  payload_too_large: 413;
  /** A plugin of this name was deleted, and its resources are still being erased. */
  plugin_being_deleted: 409;
  /** A plugin that comes with the product cannot be deleted: without its types the product cannot work. */
  plugin_built_in: 409;
  /** Dependencies between plugins prevent this change. */
  plugin_dependency_conflict: 406;
  /** The content is not a valid plugin: its package or descriptor violates a rule. Nothing was registered. */
  plugin_invalid: 406;
  /** Unknown plugin id. */
  plugin_not_found: 404;
  /** A plugin push to agents is already scheduled. */
  plugin_push_scheduled: 409;
  /** None of the values was stored: you cannot submit to their schedules. The response lists them. */
  points_rejected: 403;
  /** A value is more than 7 days old. Nothing was stored. */
  points_too_old: 406;
  /** There is no policy with this id in your organisation. */
  policy_not_found: 404;
  /** The record has changed since it was read: If-Match no longer names its current version. */
  precondition_failed: 412;
  /** Parsing the uploaded document exceeded the time limit. Nothing was stored. */
  processing_timed_out: 503;
  /** The security guide has no profile with this id. */
  profile_not_found: 404;
  /** The evaluation of the PromQL query failed. */
  promql_failed: 422;
  /** The evaluation of the PromQL query was stopped: it took too long, or the client left. */
  promql_interrupted: 503;
  /** The PromQL query or a parameter of the Prometheus interface is invalid. */
  promql_invalid: 400;
  /** You have no quiet hours. */
  quiet_hours_not_found: 404;
  /** Too many requests from this account, or from this address without an account. The RateLimit headers of every response show how many are left. */
  rate_limited: 429;
  /** The password of this session was given more than ten minutes ago. Sign in again: what lasts longer than a session is made with the password. */
  reauthentication: 403;
  /** The request is well-formed, but the record violates one or more rules. Nothing was stored. */
  record_invalid: 406;
  /** You may write records of this kind, but not this one: it is outside your inventory groups. */
  record_out_of_reach: 403;
  /** There is no report with this id in your organisation. A report has the id of its policy. */
  report_not_found: 404;
  /** The client stopped sending before the request was complete. */
  request_timeout: 408;
  /** A resource of this name was being removed from the inventory at the same time. */
  resource_changed_meanwhile: 409;
  /** A resource could not be created. The response gives the reason. */
  resource_creation_failed: 500;
  /** Unknown creation id. */
  resource_creation_not_found: 404;
  /** The parent already has a matching child resource. */
  resource_exists: 409;
  /** You lack permission for this resource. Access follows from the groups of your roles. */
  resource_forbidden: 403;
  /** Unknown resource id. */
  resource_not_found: 404;
  /** The resource or its parent is not in inventory: its status is not COMMITTED. */
  resource_not_in_inventory: 406;
  /** Unknown resource type. */
  resource_type_not_found: 404;
  /** Unknown role, or the role does not have the group. */
  role_not_found: 404;
  /** An escalation policy or alert definition notifies the rotation, so it cannot be deleted. */
  rotation_in_use: 409;
  /** Unknown rotation id. */
  rotation_not_found: 404;
  /** The security guide has no rule group with this id. */
  rule_group_not_found: 404;
  /** There is no rule with this id here: in the guide, the profile or the tailoring that the path names. */
  rule_not_found: 404;
  /** Samples of the request are not stored; all others are. Sending them again does not help. */
  samples_refused: 400;
  /** There is no scan with this id that you can see. */
  scan_not_found: 404;
  /** The policy has no scan schedule; its systems are scanned only on demand. */
  scan_schedule_not_found: 404;
  /** Unknown schedule id. */
  schedule_not_found: 404;
  /** A security guide with the same id and version already exists, and its document differs from the uploaded one. */
  security_guide_conflict: 409;
  /** The security guide cannot be deleted: policies, tailorings or scan results depend on it. */
  security_guide_in_use: 409;
  /** There is no security guide with this id. */
  security_guide_not_found: 404;
  /** The account sends more new series than it may within a minute. All others of the request are stored. */
  series_postponed: 429;
  /** The types of resource that series belong to are not registered, so that new series cannot be stored. */
  series_type_missing: 503;
  /** The address belongs to a service of the product that is not part of this installation. */
  service_not_installed: 404;
  /** The service is temporarily unavailable: it is starting or stopping, its database is unreachable, or it is busy with the expensive requests of others. */
  service_unavailable: 503;
  /** The request carries no credentials. Log in with Basic credentials or a Bearer token. */
  session_required: 401;
  /** This sign-in was begun in another browser, took longer than ten minutes, or is finished already. Sign in again. */
  sign_in_expired: 400;
  /** Your organisation's account grants no access. */
  sign_in_refused: 403;
  /** The silence has already ended, so it cannot be changed or ended. */
  silence_ended: 409;
  /** Unknown silence id, or no permission to see its scope. */
  silence_not_found: 404;
  /** The profile of the policy supports no minor version of an operating system, so no system can be assigned. */
  supported_profile_not_found: 404;
  /** There is no system with this id that you can see. */
  system_not_found: 404;
  /** A tag that is marked as immutable cannot be changed, moved or removed. */
  tag_immutable: 409;
  /** The policy has no tailoring with this id or for this minor version. */
  tailoring_not_found: 404;
  /** The report has no test result with this id that you can see. */
  test_result_not_found: 404;
  /** A token could not be refreshed; the old one stays valid. */
  token_rotation_failed: 500;
  /** Too many failed logins for this account or from this address. Further logins are rejected for a while. */
  too_many_attempts: 429;
  /** Too many expensive requests at a time. The service runs only a few of them, at most half for one account, and a limited number of each account waits. */
  too_many_heavy_requests: 429;
  /** The organisation has 1,000 join tokens that agents can use, which is the limit. */
  too_many_join_tokens: 409;
  /** This account has 50 requests waiting for work of agents already. They keep waiting. */
  too_many_polls: 429;
  /** This account has 100 sessions already, which is as many as it may have. Sign out elsewhere, or wait: a session ends after 30 minutes without use. */
  too_many_sessions: 409;
  /** This agent has reached its limit: 20 registered systems, or 80 systems that were registered and removed. */
  too_many_systems: 409;
  /** Too many test notifications from this account. Nothing was sent. */
  too_many_tests: 429;
  /** This account has 100 tokens that are good already, which is as many as it may have, or has made and ended 100 within the last hour. */
  too_many_tokens: 409;
  /** The organisation has reached the limit of 5,000 exceptions that are requested, active, or were requested in the last 24 hours. */
  too_many_waivers: 409;
  /** The service is busy with other large bodies, of this account above all. An account may hold as much memory as is still free for all others. */
  too_much_in_progress: 429;
  /** No value of this trait has been reported yet. */
  trait_not_reported: 404;
  /** No error type of this name is registered. */
  unknown_error_type: 404;
  /** Tokens are granted for grant_type=password, client_credentials and urn:ietf:params:oauth:grant-type:jwt-bearer only. */
  unsupported_grant_type: 400;
  /** The Content-Type or Content-Encoding of the body is not supported by this operation. */
  unsupported_media_type: 415;
  /** The profile of the policy does not support this version of the operating system. */
  unsupported_os_version: 422;
  /** The account of a program cannot be on call. */
  user_is_a_program: 406;
  /** Unknown user. */
  user_not_found: 404;
  /** The security guide has no value definition with this id. */
  value_definition_not_found: 404;
  /** The exception was already decided or withdrawn, or has expired, so it cannot be changed. */
  waiver_ended: 409;
  /** There is no exception with this id that you have access to. */
  waiver_not_found: 404;
  /** The body of a remote write cannot be read. Sending it again does not help. */
  write_invalid: 400;
}
