import type { ErrorDeclaration } from '../error-type';

/** Errors about plugins and uploaded content. */
export const CONTENT_ERRORS = {
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
  content_forbidden: {
    status: 403,
    description: 'This content was uploaded by another account.',
    causes: ['Only who uploaded content and administrators delete it.'],
    resolution: ['Leave it: it goes a day after its last use.', 'Ask its owner or an administrator.'],
    related: ['content_not_found'],
  },
  content_store_full: {
    status: 507,
    description: 'There is no room for more content on the server.',
    causes: [
      'Your uploads together take as much room as CONTENT_ACCOUNT_QUOTA_MIB allows.',
      'Uploads and plug-ins together take as much room as CONTENT_QUOTA_MIB allows.',
    ],
    resolution: [
      'Delete content that is no longer needed, or wait: it goes a day after its last use.',
      'Ask your operator for more room.',
    ],
    related: ['payload_too_large'],
  },
} as const satisfies Record<string, ErrorDeclaration>;
