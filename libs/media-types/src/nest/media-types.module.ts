import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { REPRESENTATION_OPTIONS } from './representation-options';
import type { RepresentationOptions } from './representation-options';

/** Makes `@Produces()` work in every module of a service. */
@Module({})
export class MediaTypesModule {
  static forRoot(options: RepresentationOptions): DynamicModule {
    const provider = { provide: REPRESENTATION_OPTIONS, useValue: options };
    return { module: MediaTypesModule, global: true, providers: [provider], exports: [REPRESENTATION_OPTIONS] };
  }
}
