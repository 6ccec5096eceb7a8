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
});
