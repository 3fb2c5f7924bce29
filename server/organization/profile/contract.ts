/** Company profile for its members, and pictures of companies and people (specification: organization 3, 5, 7). */
import * as v from 'valibot';
import { Id } from '../../../sync/model/id-schemas';
import { defineCall } from '../../../sync/protocol/call';
import { Code, Description } from '../departments/contract';
import { CompanyName } from '../registration/contract';

/** maximum bytes of a picture */
export const PICTURE_MAX_BYTES = 2 * 1024 * 1024;
/** recommended width and height in pixels (specification: organization 9) */
export const PICTURE_SIDE = 200;

export const Company = v.object({
  id: Id,
  name: v.string(),
  description: v.string(),
  code: v.string(),
  logo: v.string(),
  userAmount: v.number(),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Company = v.InferOutput<typeof Company>;

const Picture = v.instance(Blob, 'IMAGE_NOT_VALID');

/** Completed steps of an organization's setup checklist. */
export const Onboarding = v.object({ profile: v.boolean(), invited: v.boolean(), configured: v.boolean() });

export const profileCalls = {
  get: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/{id}',
    who: 'member',
    summary: 'The company.',
    input: v.object({ id: Id }),
    output: Company,
    errors: ['NO_PERMISSION', 'COMPANY_NOT_FOUND'],
  }),
  profile: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/{id}/profile',
    who: 'member',
    summary: 'The company with its owner and its completed set-up steps.',
    input: v.object({ id: Id }),
    output: v.object({
      company: Company,
      owner: v.object({ userId: Id, name: v.string(), email: v.string() }),
      departments: v.number(),
      onboarding: Onboarding,
    }),
    errors: ['NO_PERMISSION', 'COMPANY_NOT_FOUND'],
  }),
  update: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/update',
    who: 'admin',
    summary: 'Changes name, description and code; the code must be unique.',
    input: v.object({
      id: Id,
      name: v.optional(CompanyName),
      description: v.optional(Description),
      code: v.optional(Code),
    }),
    output: Company,
    errors: ['PARAM_ERROR', 'NO_PERMISSION', 'COMPANY_CODE_DUPLICATED'],
  }),
  logo: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/company/{id}/logo',
    who: 'user',
    anyAccount: true,
    answer: 'file',
    summary: 'The logo of one of my companies.',
    input: v.object({ id: Id }),
    output: v.unknown(),
    errors: ['NO_DATA'],
  }),
  avatar: defineCall({
    service: 'organization',
    method: 'GET',
    path: '/user/{id}/logo',
    who: 'member',
    anyAccount: true,
    answer: 'file',
    summary: 'The picture of a colleague.',
    input: v.object({ id: Id }),
    output: v.unknown(),
    errors: ['NO_DATA'],
  }),
  setLogo: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/company/logo/set',
    who: 'admin',
    body: 'multipart',
    maxBody: PICTURE_MAX_BYTES + 64 * 1024,
    perMinute: 30,
    summary: 'Sets the logo: a PNG, JPEG or WebP of at most 2 MB, identified by its content.',
    input: v.object({ file: Picture }),
    output: v.object({ logo: v.string() }),
    errors: ['IMAGE_NOT_VALID', 'NO_PERMISSION'],
  }),
  setAvatar: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/logo/set',
    who: 'user',
    body: 'multipart',
    maxBody: PICTURE_MAX_BYTES + 64 * 1024,
    perMinute: 30,
    summary: 'Sets my picture: a PNG, JPEG or WebP of at most 2 MB, identified by its content.',
    input: v.object({ file: Picture }),
    output: v.object({ logo: v.string() }),
    errors: ['IMAGE_NOT_VALID'],
  }),
  unsetAvatar: defineCall({
    service: 'organization',
    method: 'POST',
    path: '/user/logo/unset',
    who: 'user',
    perMinute: 30,
    summary: 'Removes my picture; succeeds without one.',
    input: v.object({}),
    output: v.object({}),
    errors: [],
  }),
};
