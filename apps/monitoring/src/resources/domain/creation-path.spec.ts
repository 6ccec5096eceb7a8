import { type CreationCase, creationPath } from './creation-path';

const NAMED: CreationCase = {
  category: 'SERVICE',
  supportsManualAdd: false,
  createPolicy: 'NEITHER',
  dataType: 'CONFIGURATION',
  hasCreationPackage: false,
  isPermittedChild: true,
  hasContent: false,
  hasName: true,
};
const CONTENT: Partial<CreationCase> = {
  hasContent: true,
  createPolicy: 'BOTH',
  dataType: 'CONTENT',
  hasCreationPackage: true,
};

describe('creationPath', () => {
  it.each<[string, Partial<CreationCase>, string]>([
    ['a platform', { category: 'PLATFORM' }, 'cannot have a parent'],
    ['a platform from content', { ...CONTENT, category: 'PLATFORM' }, 'cannot have a parent'],
    ['content', CONTENT, 'asynchronous'],
    ['content of a type that is only created', { ...CONTENT, createPolicy: 'CREATE_ONLY' }, 'asynchronous'],
    ['content of a type that is not created', { ...CONTENT, createPolicy: 'DELETE_ONLY' }, 'cannot be created'],
    ['content of a type for configurations', { ...CONTENT, dataType: 'CONFIGURATION' }, 'not created from content'],
    ['content of a type without package', { ...CONTENT, hasCreationPackage: false }, 'not created from content'],
    ['content in a wrong place', { ...CONTENT, isPermittedChild: false }, 'not allowed below'],
    ['content without a name', { ...CONTENT, hasName: false }, 'resourceName must be given'],
    ['a manual add', { supportsManualAdd: true }, 'manual'],
    ['a manual add without a name', { supportsManualAdd: true, hasName: false }, 'manual'],
    ['a manual add of a type that is created too', { supportsManualAdd: true, createPolicy: 'BOTH' }, 'manual'],
    ['a creatable type', { createPolicy: 'CREATE_ONLY' }, 'asynchronous'],
    ['a creatable type without a name', { createPolicy: 'BOTH', hasName: false }, 'resourceName must be given'],
    ['a creatable type that wants content', { createPolicy: 'BOTH', dataType: 'CONTENT' }, 'created from content'],
    ['any other type', {}, 'synthetic'],
    ['any other type for content', { dataType: 'CONTENT' }, 'synthetic'],
    ['any other type anywhere', { createPolicy: 'DELETE_ONLY', isPermittedChild: false }, 'synthetic'],
    ['any other type without a name', { hasName: false }, 'resourceName must be given'],
  ])('describes the creation of %s', (_case, over, expected) => {
    const path = creationPath({ ...NAMED, ...over });
    expect(typeof path === 'string' ? path : path.refused).toContain(expected);
  });
});
