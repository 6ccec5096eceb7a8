import type { ErrorDeclaration } from '../error-type';

/** Errors about plugins and uploaded content. */
export const CONTENT_ERRORS = {
  plugin_not_found: {
    status: 404,
    description: 'Unknown plugin id.',
    causes: ['The id is wrong.', 'The plugin was deleted, and all of its resources were erased.'],
    resolution: ['List the plugins with GET /rest/plugins?deleted=all.'],
  },
  plugin_invalid: {
    status: 406,
    description:
      'The content is not a valid plugin: its package or descriptor violates a rule. Nothing was registered.',
    causes: [
      'The archive is damaged, or has no entry META-INF/rhq-plugin.xml.',
      'The descriptor is not well-formed XML, or lacks a name where one is required.',
      'The upgrade requires a connection property that has no default and that existing resources do not set.',
    ],
    resolution: ['Read the message: it names the reason and the line.', 'Correct the package and upload it again.'],
  },
  plugin_dependency_conflict: {
    status: 406,
    description: 'Dependencies between plugins prevent this change.',
    causes: [
      'An enabled plugin depends on the one to be disabled or deleted, directly or through others.',
      'The plugin to be enabled depends on one that is disabled or not registered.',
    ],
    resolution: ['Disable the plugins named in the message first.', 'To enable a plugin, enable what it needs first.'],
  },
  plugin_built_in: {
    status: 409,
    description: 'A plugin that comes with the product cannot be deleted: without its types the product cannot work.',
    causes: ['The plugin is one of Platforms, Processes, Demo, Compliance, Received Series and Heartbeats.'],
    resolution: ['Switch it off with PUT /rest/plugins/{id}?enabled=false, so that agents no longer get it.'],
  },
  plugin_being_deleted: {
    status: 409,
    description: 'A plugin of this name was deleted, and its resources are still being erased.',
    causes: ['The plugin was deleted a few minutes ago.'],
    resolution: ['Wait until GET /rest/plugins?deleted=true no longer lists it, then add it again.'],
  },
  plugin_push_scheduled: {
    status: 409,
    description: 'A plugin push to agents is already scheduled.',
    causes: ['An earlier call scheduled it with a delay that has not elapsed.'],
    resolution: ['Nothing: the scheduled push delivers all plugins.'],
  },
  content_not_found: {
    status: 404,
    description: 'Unknown content handle.',
    causes: ['The handle is wrong.', 'The content was deleted, or expired after a day without use.'],
    resolution: ['Upload the content again with POST /rest/content/fresh.'],
  },
  content_forbidden: {
    status: 403,
    description: 'This content was uploaded by another account.',
    causes: ['Only its owner and administrators may delete content.'],
    resolution: ['Wait: content expires a day after its last use.', 'Ask its owner or an administrator.'],
    related: ['content_not_found'],
  },
  content_store_full: {
    status: 507,
    description: 'The storage quota for content is exhausted.',
    causes: [
      'Your uploads have reached CONTENT_ACCOUNT_QUOTA_MIB.',
      'Uploads and plugins have reached CONTENT_QUOTA_MIB.',
    ],
    resolution: [
      'Delete content that is no longer needed, or wait: it expires a day after its last use.',
      'Ask your operator to raise the quota.',
    ],
    related: ['payload_too_large'],
  },
} as const satisfies Record<string, ErrorDeclaration>;
