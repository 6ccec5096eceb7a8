import { defineErrors } from '../error-type';

/** Errors of the monitoring service. Statuses: contract 7, media spec 1.11. */
export const MonitoringError = defineErrors('monitoring', {
  invalid_content: {
    status: 406,
    description: 'The body of the request cannot be read, or says something that the operation does not allow.',
    causes: ['The body is not well-formed JSON or XML.', 'A required field is missing, or a value breaks a rule.'],
    resolution: ['Read the message: it names what is wrong.', 'Compare the body with the OpenAPI document.'],
    related: ['unsupported_media_type'],
  },
  invalid_query: {
    status: 406,
    description: 'A parameter of the query has a value that the operation does not know.',
    causes: [
      'A number was expected and something else given.',
      'A page below 0 or a page size below 1 was asked for.',
      'The value is not one of those that the message lists.',
    ],
    resolution: ['Correct the parameter that the message names, or leave it out to get its default.'],
    related: ['invalid_content'],
  },
  invalid_callback: {
    status: 406,
    description: 'The JSONP callback is not the name of a JavaScript function.',
    causes: [
      'The jsonp parameter holds other characters than letters, digits, "_", "$" and ".".',
      'The parameter was given more than once.',
    ],
    resolution: ['Use a plain function name such as show or app.show, or ask for JSON without the parameter.'],
    related: ['not_acceptable'],
  },
  resource_not_found: {
    status: 404,
    description: 'There is no resource with this id.',
    causes: ['The id is wrong.', 'The resource has left the inventory and its data was erased since.'],
    resolution: ['Look the resource up by its name with GET /rest/resource?q=.'],
    related: ['resource_forbidden'],
  },
  resource_forbidden: {
    status: 403,
    description: 'You may not do this to this resource. You see and change the resources of the groups of your roles.',
    causes: [
      'No role of yours is tied to a group with this resource.',
      'Your roles lack the permission in the message.',
    ],
    resolution: ['Ask your administrator to tie a group with the resource to one of your roles.'],
    related: ['resource_not_found', 'insufficient_scope'],
  },
  resource_not_in_inventory: {
    status: 406,
    description: 'The resource, or the one it belongs below, is not in inventory: its status is not COMMITTED.',
    causes: [
      'The resource was discovered and has not been imported yet, or it is ignored.',
      'The resource has left the inventory.',
    ],
    resolution: [
      'Import a NEW platform or server with PUT /rest/resource/{id} and status COMMITTED, its parent first.',
      'Services are imported with the server or platform they belong to.',
    ],
    related: ['invalid_content'],
  },
  resource_exists: {
    status: 409,
    description: 'There is such a resource below the parent already.',
    causes: [
      'The type allows one resource below each parent, and there is one.',
      'A resource of the type has the same connection properties.',
    ],
    resolution: ['Use the resource that is there: GET /rest/resource/{parentId}/children lists it.'],
  },
  resource_changed_meanwhile: {
    status: 409,
    description: 'A resource of this name was leaving the inventory while it was asked for.',
    causes: ['Somebody removed the resource at the same moment.'],
    resolution: ['Try again: the resource is created anew then.'],
    related: ['resource_exists'],
  },
  resource_creation_not_found: {
    status: 404,
    description: 'There is no creation with this id.',
    causes: ['The id is wrong.', 'The resource above the created one has left the inventory.'],
    resolution: ['Take the address from the Location header of POST /rest/resource.'],
  },
  resource_creation_failed: {
    status: 500,
    description: 'A resource could not be created. The answer says why.',
    causes: [
      'A resource of the same name and type appeared below the parent meanwhile.',
      'The agent refused the configuration or the content.',
      'Nobody created the resource within an hour.',
    ],
    resolution: ['Read the answer, correct the request and create the resource anew.'],
    related: ['resource_exists'],
  },
  resource_type_not_found: {
    status: 404,
    description: 'There is no such resource type.',
    causes: ['The id or the name is wrong, or the type belongs to another plug-in.', 'The plug-in was removed.'],
    resolution: ['List the types with GET /rest/resource/type?q=&plugin=.'],
  },
  group_not_found: {
    status: 404,
    description: 'There is no group with this id.',
    causes: ['The id is wrong.', 'The group was deleted.'],
    resolution: ['Look the group up by its name with GET /rest/group?q=.'],
    related: ['group_forbidden'],
  },
  group_forbidden: {
    status: 403,
    description: 'You may not do this to this group. You see the groups that are tied to your roles.',
    causes: ['No role of yours is tied to the group.', 'Your roles lack the permission in the message.'],
    resolution: ['Ask your administrator to tie the group to one of your roles.'],
    related: ['group_not_found', 'insufficient_scope'],
  },
  plugin_not_found: {
    status: 404,
    description: 'There is no plugin with this id.',
    causes: ['The id is wrong.', 'The plugin was deleted, and the last of its resources was erased.'],
    resolution: ['List the plugins with GET /rest/plugins?deleted=all.'],
  },
  plugin_invalid: {
    status: 406,
    description: 'The content is no valid plugin: its package or its descriptor breaks a rule. Nothing was registered.',
    causes: [
      'The archive is damaged, or has no entry META-INF/rhq-plugin.xml.',
      'The descriptor is not well-formed XML, or lacks a name where one is required.',
      'An upgrade requires a connection property without a default, and resources have no value for it.',
    ],
    resolution: ['Read the message: it names the reason and the line.', 'Correct the package and upload it again.'],
  },
  plugin_dependency_conflict: {
    status: 406,
    description: 'Other plugins stand in the way: they need this one, or this one needs them.',
    causes: [
      'An enabled plugin depends on the one to be disabled or deleted, directly or through others.',
      'The plugin to be enabled depends on one that is disabled or not registered.',
    ],
    resolution: ['Disable the plugins named in the message first.', 'To enable a plugin, enable what it needs first.'],
  },
  plugin_being_deleted: {
    status: 409,
    description: 'A plugin of this name was deleted, and the last of its resources are still being erased.',
    causes: ['The plugin was deleted a few minutes ago.'],
    resolution: ['Wait until GET /rest/plugins?deleted=true no longer lists it, then add it again.'],
  },
  plugin_push_scheduled: {
    status: 409,
    description: 'Agents are already about to be told to fetch plugins.',
    causes: ['An earlier call scheduled it with a delay that is not over.'],
    resolution: ['Leave it: the push that is scheduled brings all plugins.'],
  },
  content_not_found: {
    status: 404,
    description: 'There is no content with this handle.',
    causes: ['The handle is wrong.', 'The content was deleted, or not used for a day.'],
    resolution: ['Upload the content again with POST /rest/content/fresh.'],
  },
  user_not_found: {
    status: 404,
    description: 'There is no user with this login.',
    causes: ['The login is misspelt; letter case counts.', 'The user has never called the service.'],
    resolution: ['Compare the login with the one the user logs in with.'],
  },
  favorite_not_found: {
    status: 404,
    description: 'What was to be removed is not among your favorites.',
    causes: ['It was removed before.', 'The id is wrong.'],
    resolution: ['List your favorites with GET /rest/user/favorites/resource or /rest/user/favorites/group.'],
  },
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
  content_store_full: {
    status: 507,
    description: 'There is no room for more content on the server.',
    causes: ['Uploads and plug-ins together take as much room as CONTENT_QUOTA_MIB allows.'],
    resolution: [
      'Delete content that is no longer needed, or wait: it goes a day after its last use.',
      'Ask your operator for more room.',
    ],
    related: ['payload_too_large'],
  },
});
