import { defineErrors } from '../error-type';

/** Errors of the error registry itself. */
export const RegistryError = defineErrors('error-registry', {
  malformed_error_type: {
    status: 400,
    description:
      'Not a valid error type name. Names have 2 to 64 characters: a lower-case letter, then lower-case letters, digits and underscores.',
    causes: ['The name contains capitals, spaces or dashes.', 'The address contains more than the name.'],
    resolution: ['Copy the name from the X-Error-Type header of the response you want explained.'],
    example: {
      request: 'GET /api/v1/error/Not-Found',
      response: 'HTTP/1.1 400 Bad Request\nX-Error-Type: malformed_error_type',
    },
    related: ['unknown_error_type'],
  },
  unknown_error_type: {
    status: 404,
    description: 'No error type of this name is registered.',
    causes: [
      'The name is misspelt.',
      'The response came from a newer version of the product than this registry.',
      'A custom error type was deleted.',
    ],
    resolution: ['Search the catalogue: GET /api/v1/error?q=word.', 'Upgrade all services to the same version.'],
    related: ['malformed_error_type'],
  },
  error_type_not_custom: {
    status: 409,
    description:
      'The error type belongs to a service of this product, so its definition cannot be replaced or deleted. Only custom error types can.',
    causes: ['A custom error type has a name that the product uses.'],
    resolution: [
      'Choose another name for your error type.',
      'To explain the type in another language, store a translation: PUT /api/v1/error/{error_type}/translations/{lang}.',
    ],
    related: ['unknown_error_type'],
  },
  malformed_language_tag: {
    status: 400,
    description: 'The language is not a valid BCP 47 tag, or is English, which is the text of the error type itself.',
    causes: ['The tag contains an underscore instead of a dash.', 'The tag is longer than 35 characters.'],
    resolution: ['Use a tag such as de, pt-BR or zh-Hant.'],
  },
});
