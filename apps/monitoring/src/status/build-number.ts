/** Token of the build that runs, as the settings tell it. */
export const BUILD_NUMBER = Symbol('BUILD_NUMBER');
