import { defineErrors } from '../error-type';

/** Errors of the error registry itself. */
export const RegistryError = defineErrors('error-registry', {
  malformed_error_type: {
    status: 400,
    description:
      'This cannot be the name of an error type: names are 2 to 64 characters long, begin with a lower-case letter and go on with lower-case letters, digits and underscores.',
    causes: ['The name was typed with capitals, blanks or dashes.', 'More than the name was copied into the address.'],
    resolution: ['Copy the name from the X-Error-Type header of the answer you want explained.'],
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
      'The answer came from a newer version of the product than this registry.',
      'A custom error type was deleted.',
    ],
    resolution: ['Search the catalogue: GET /api/v1/error?q=word.', 'Bring all services to the same version.'],
    related: ['malformed_error_type'],
  },
  error_type_not_custom: {
    status: 409,
    description:
      'The error type belongs to a service of this product, so its definition cannot be replaced or deleted. Only custom error types can.',
    causes: ['A custom error type was given a name that the product uses.'],
    resolution: [
      'Choose another name for your error type.',
      'To explain it in another language, store a translation: PUT /api/v1/error/{error_type}/translations/{lang}.',
    ],
    related: ['unknown_error_type'],
  },
  malformed_language_tag: {
    status: 400,
    description:
      'The language is not a BCP 47 tag that a translation can be stored under. English itself cannot be: it is the text of the error type.',
    causes: ['An underscore was written instead of a dash.', 'The tag is longer than 35 characters.'],
    resolution: ['Use a tag such as de, pt-BR or zh-Hant.'],
  },
});
