/** Images of notes on the server: upload, who reads and writes them, the public page, and their end. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { meetingCalls } from '../../server/core/meetings/contract';
import { noteCalls } from '../../server/core/notes/contract';
import { dropImage, RESERVED_MAX } from '../../server/core/note-images/service';
import { isUnused, purgeImages } from '../../server/core/note-images/stored-images';
import { versionCalls } from '../../server/core/note-versions/contract';
import { projectCalls } from '../../server/core/projects/contract';
import { blobKey } from '../../server/core/uploads/resumable';
import { drawDemoPicture } from '../../server/core/notes/demo/picture';
import { meetingNoteId, newId } from '../../sync/model/ids';
import { NOTE_IMAGE } from '../../sync/model/note-image';
import { NOTE_IMAGE_CONTENT_HEADER, noteImageCalls, noteImagePath } from '../../sync/protocol/note-images';
import { UPLOAD_TOKEN_HEADER } from '../../sync/protocol/uploads';
import { openCore, resultCode, type Core, type Person } from '../support/core';
import { describeOnDatabase } from '../support/database';

const DAY = 24 * 60 * 60 * 1000;
/** another picture: bytes after its end do not matter to a PNG */
const OTHER = Buffer.concat([drawDemoPicture().bytes, Buffer.from('other')]);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describeOnDatabase('images of notes', (engine) => {
  let core: Core;
  let origin: string;
  let ann: Person;
  let ben: Person;
  const picture = drawDemoPicture().bytes;
  beforeAll(async () => {
    core = await openCore(engine);
    origin = await core.serve();
    [ann, ben] = core.people('ann', 'ben');
  });
  afterAll(() => core.close());

  /** A note of Ann's in a new project. */
  const makeNote = async (content = 'text') => {
    const { id: projectId } = await ann.call(projectCalls.create, { title: `P ${newId()}` });
    return ann.call(noteCalls.save, { projectId, title: 'With a picture', content });
  };
  const apply = (contentId: string, size = picture.length, imageId = newId(), by = ann) =>
    by.call(noteImageCalls.apply, { contentId, imageId, size });
  const send = (ticket: { url: string; token: string }, bytes: Buffer, offset = 0, by = 'ann') =>
    fetch(origin + ticket.url, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${by}`,
        [UPLOAD_TOKEN_HEADER]: ticket.token,
        'tus-resumable': '1.0.0',
        'upload-offset': String(offset),
        'content-type': 'application/offset+octet-stream',
      },
      body: bytes as Uint8Array<ArrayBuffer>,
    });
  const finish = (contentId: string, uploadId: string, hash = sha256(picture)) =>
    ann.call(noteImageCalls.finish, { contentId, uploadId, sha256: hash });
  const upload = async (contentId: string, bytes = picture, imageId = newId()) => {
    const ticket = await apply(contentId, bytes.length, imageId);
    expect((await send(ticket, bytes)).status).toBe(204);
    return finish(contentId, ticket.uploadId, sha256(bytes));
  };
  const read = (contentId: string, imageId: string, by: string | null = 'ann') =>
    fetch(origin + noteImagePath(contentId, imageId), by ? { headers: { authorization: `Bearer ${by}` } } : {});
  const name = (id: string, projectId: string, imageId: string) =>
    ann.call(noteCalls.save, {
      noteId: id,
      projectId,
      title: 'With a picture',
      content: imageId ? `![plan](image:${imageId})` : 'none',
    });

  it('are stored once verified, and read by those who may read the note', async () => {
    const note = await makeNote();
    const ticket = await apply(note.id);
    // interrupted after half of it
    expect((await send(ticket, picture.subarray(0, 5000))).status).toBe(204);
    expect(await resultCode(finish(note.id, ticket.uploadId))).toBe('UPLOAD_INCOMPLETE');
    expect((await send(ticket, picture.subarray(5000), 5000)).status).toBe(204);
    const { imageId } = await finish(note.id, ticket.uploadId);
    expect(await finish(note.id, ticket.uploadId)).toMatchObject({ imageId });
    expect((await apply(note.id, picture.length, imageId)).finished).toBe(true);

    const answer = await read(note.id, imageId);
    expect(Buffer.from(await answer.arrayBuffer()).equals(picture)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    // a person without access, and a request without session, are answered as for a missing image
    expect([(await read(note.id, imageId, 'ben')).status, (await read(note.id, newId(), 'ann')).status]).toEqual([
      404, 404,
    ]);
    expect((await read(note.id, imageId, null)).status).toBe(401);
    await ann.call(noteCalls.share, { noteId: note.id, shareRange: 'team' });
    expect((await read(note.id, imageId, 'ben')).status).toBe(200);
    // a reader does not write
    expect(await resultCode(apply(note.id, 10, newId(), ben))).toBe('NOTE_EDIT_DENIED');
  });

  it.each([
    ['a text with the name of a picture', Buffer.from('this is no picture at all, whatever its name says')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a picture of which only the beginning is left', Buffer.from(picture.subarray(0, 20))],
  ])('refuse %s, and keep nothing of it', async (_what, bytes) => {
    const note = await makeNote();
    const ticket = await apply(note.id, bytes.length);
    expect((await send(ticket, bytes)).status).toBe(204);
    expect(await resultCode(finish(note.id, ticket.uploadId, sha256(bytes)))).toBe('FILE_TYPE_NOT_SUPPORT');
    expect(await core.platform.blobs.size(blobKey(ticket.uploadId))).toBeNull();
    expect(await resultCode(finish(note.id, ticket.uploadId, sha256(bytes)))).toBe('UPLOAD_NOT_FOUND');
  });

  it('refuse too many bytes, other bytes than announced, other bytes for the same image, and other senders', async () => {
    const note = await makeNote();
    expect(await resultCode(apply(note.id, NOTE_IMAGE.bytes + 1))).toBe('FILE_MAX_LENGTH_EXCEEDED');
    expect(await resultCode(apply(newId()))).toBe('NOTE_NOT_FOUND');
    const ticket = await apply(note.id);
    await send(ticket, picture);
    expect(await resultCode(finish(note.id, ticket.uploadId, 'a'.repeat(64)))).toBe('UPLOAD_HASH_MISMATCH');
    const { imageId } = await upload(note.id);
    expect(await resultCode(apply(note.id, 10, imageId))).toBe('FILE_DUPLICATED');
    // the session of another person cannot send the parts of an upload
    expect((await send(await apply(note.id), picture, 0, 'ben')).status).toBe(403);
  });

  it('are uploaded by the next editor when their first sender may no longer edit the text, however much had arrived', async () => {
    const note = await makeNote();
    await ann.call(projectCalls.setShare, {
      projectId: note.projectId,
      shareRange: 'customize',
      departmentIds: [],
      userIds: ['ben'],
    });
    const [open, finished] = [newId(), (await upload(note.id)).imageId];
    const left = await apply(note.id, picture.length, open);
    // the work of a person who leaves is given to an heir, with the images that their device hands over
    await core.sync.store.write('c1', (tx) => tx.put('noteContents', note.id, { creatorId: 'ben' }));
    const ticket = await apply(note.id, picture.length, open, ben);
    expect(ticket.uploadId).not.toBe(left.uploadId);
    expect((await send(ticket, picture, 0, 'ben')).status).toBe(204);
    const finishAs = (by: Person, uploadId: string, hash = sha256(picture)) =>
      by.call(noteImageCalls.finish, { contentId: note.id, uploadId, sha256: hash });
    expect(await finishAs(ben, ticket.uploadId)).toMatchObject({ imageId: open });
    expect((await read(note.id, open, 'ben')).status).toBe(200);
    // what the server has is the same image, or another one
    const known = await apply(note.id, picture.length, finished, ben);
    expect(known.finished).toBe(true);
    expect(await finishAs(ben, known.uploadId)).toMatchObject({ imageId: finished });
    expect(await resultCode(finishAs(ben, known.uploadId, 'a'.repeat(64)))).toBe('UPLOAD_HASH_MISMATCH');
    expect(await resultCode(apply(note.id, OTHER.length, finished, ben))).toBe('FILE_DUPLICATED');
    expect(await resultCode(apply(note.id, picture.length, open))).toBe('NOTE_EDIT_DENIED');
  });

  it('of a meeting’s note are uploaded by the person who began, as long as that person may edit it', async () => {
    const { id: projectId } = await ann.call(projectCalls.create, { title: `P ${newId()}` });
    await ann.call(projectCalls.setShare, { projectId, shareRange: 'customize', departmentIds: [], userIds: ['ben'] });
    await ann.call(projectCalls.setContributors, { projectId, departmentIds: [], userIds: ['ben'] });
    const meeting = await ann.call(meetingCalls.create, { title: 'Review', projectId });
    await ann.call(meetingCalls.createNote, { meetingId: meeting.id, content: 'text' });
    const contentId = meetingNoteId(meeting.id);
    const { uploadId } = await apply(contentId, picture.length, 'begun');
    expect(await resultCode(apply(contentId, picture.length, 'begun', ben))).toBe('FILE_DUPLICATED');
    expect((await apply(contentId, picture.length, 'begun')).uploadId).toBe(uploadId);
  });

  /** A note of Ben's own, with an image under an id that he read in a text of Ann's. */
  const steal = async (imageId: string) => {
    const { id: projectId } = await ben.call(projectCalls.create, { title: `P ${newId()}` });
    const note = await ben.call(noteCalls.save, { projectId, title: 'Mine', content: `![x](image:${imageId})` });
    const ticket = await apply(note.id, OTHER.length, imageId, ben);
    expect((await send(ticket, OTHER, 0, 'ben')).status).toBe(204);
    await ben.call(noteImageCalls.finish, { contentId: note.id, uploadId: ticket.uploadId, sha256: sha256(OTHER) });
    await ben.call(noteCalls.share, { noteId: note.id, shareRange: 'public' });
    return note.id;
  };
  const hashOf = async (answer: Response) => sha256(Buffer.from(await answer.arrayBuffer()));

  it.each(['the other person first', 'the note’s author first'])(
    'are not exchanged by another person’s image with the same id: %s',
    async (order) => {
      const imageId = newId();
      const note = await makeNote(`![plan](image:${imageId})`);
      await ann.call(noteCalls.share, { noteId: note.id, shareRange: 'public' });
      const page = (id: string) => fetch(`${origin}/note-html/${id}/image/${imageId}`);
      if (order === 'the other person first') {
        const stolen = await steal(imageId);
        // missing in Ann's text, until she sends hers
        expect([(await read(note.id, imageId)).status, (await page(note.id)).status]).toEqual([404, 404]);
        expect((await upload(note.id, picture, imageId)).imageId).toBe(imageId);
        expect(await hashOf(await read(stolen, imageId, 'ben'))).toBe(sha256(OTHER));
      } else {
        await upload(note.id, picture, imageId);
        const stolen = await steal(imageId);
        expect(await hashOf(await page(stolen))).toBe(sha256(OTHER));
        // the end of his is not the end of hers
        const row = await core.platform.db
          .selectFrom('note_image')
          .selectAll()
          .where('content_id', '=', stolen)
          .executeTakeFirstOrThrow();
        expect(await dropImage(core.services, row)).toBe(true);
        expect((await read(stolen, imageId, 'ben')).status).toBe(404);
      }
      const answer = await read(note.id, imageId);
      expect(answer.headers.get(NOTE_IMAGE_CONTENT_HEADER)).toBe(note.id);
      expect(await hashOf(answer)).toBe(sha256(picture));
      expect(await hashOf(await page(note.id))).toBe(sha256(picture));
      // a repeated request of the uploader finds the finished upload
      expect((await apply(note.id, picture.length, imageId)).finished).toBe(true);
    },
  );

  it('are found by their id in the texts that one may read, for a copy', async () => {
    const note = await makeNote();
    const { imageId } = await upload(note.id);
    const find = (by: Person) => by.call(noteImageCalls.find, { imageIds: [imageId, newId()] });
    expect(await find(ann)).toEqual({ images: [{ imageId, contentId: note.id }] });
    expect(await find(ben)).toEqual({ images: [] });
  });

  it('are found beside a thousand others of their id that one may not read', async () => {
    const note = await makeNote();
    const { imageId } = await upload(note.id);
    await core.platform.query({
      text: `insert into note_image (company_id, id, content_id, user_id, upload_id, size, state, created_at)
        select 'c1', $1, '00' || n, 'ben', $1 || n, 1, 'finished', 1 from generate_series(1, 1500) n`,
      values: [imageId],
    });
    const found = await ann.call(noteImageCalls.find, { imageIds: [imageId] });
    await core.platform.db.deleteFrom('note_image').where('id', '=', imageId).where('size', '=', 1).execute();
    expect(found).toEqual({ images: [{ imageId, contentId: note.id }] });
  });

  it('belong to a meeting’s note as to a note', async () => {
    const meeting = await ann.call(meetingCalls.create, { title: `M ${newId()}` });
    const contentId = meetingNoteId(meeting.id);
    const { space } = (await ann.sees('meetings', meeting.id))!;
    const fields = { id: contentId, subject: 'meeting', subjectId: meeting.id, creatorId: 'ann', space, state: '' };
    expect(await ann.refused('noteContents', null, fields)).toBe('');
    const { imageId } = await upload(contentId);
    expect([(await read(contentId, imageId)).status, (await read(contentId, imageId, 'ben')).status]).toEqual([
      200, 404,
    ]);
    expect(await resultCode(apply(contentId, 10, newId(), ben))).toBe('NOTE_NOT_FOUND');
  });

  it('count as storage of the organization', async () => {
    const note = await makeNote();
    const before = await core.services.storedBytes('c1');
    await upload(note.id);
    expect(await core.services.storedBytes('c1')).toBe(before + picture.length);
  });

  it('reserve a bounded part of the storage for each person: the oldest open uploads make room', async () => {
    const note = await makeNote();
    await core.platform.db.deleteFrom('note_image').where('state', '=', 'open').execute();
    const before = await core.services.storedBytes('c1');
    const first = newId();
    await apply(note.id, NOTE_IMAGE.bytes, first);
    for (let i = 0; i < 19; i += 1) await apply(note.id, NOTE_IMAGE.bytes);
    expect((await core.services.storedBytes('c1')) - before).toBe(RESERVED_MAX);
    // a device whose upload made room applies again
    const ticket = await apply(note.id, picture.length, first);
    expect((await send(ticket, picture)).status).toBe(204);
    await finish(note.id, ticket.uploadId);
    await apply(note.id, NOTE_IMAGE.bytes);
    core.parts.pass(DAY + 1);
    await purgeImages(core.services);
    expect((await core.services.storedBytes('c1')) - before).toBe(picture.length);
  });

  it('are shown on the public page of their note, while it is public and names them', async () => {
    const note = await makeNote();
    const { imageId } = await upload(note.id);
    const { imageId: unnamed } = await upload(note.id);
    await name(note.id, note.projectId, imageId);
    const page = `/note-html/${note.id}`;
    const image = (id = imageId) => fetch(`${origin}${page}/image/${id}`);
    expect((await image()).status).toBe(404);
    await ann.call(noteCalls.share, { noteId: note.id, shareRange: 'public' });
    const shown = await fetch(origin + page);
    expect(await shown.text()).toContain(`src="${page}/image/${imageId}"`);
    expect(shown.headers.get('content-security-policy')).toContain("img-src 'self';");
    const answer = await image();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/png',
      'no-store',
    ]);
    expect((await image(unnamed)).status).toBe(404);
    // another note's page does not show it
    const other = await makeNote(`![x](image:${imageId})`);
    await ann.call(noteCalls.share, { noteId: other.id, shareRange: 'public' });
    expect((await fetch(`${origin}/note-html/${other.id}/image/${imageId}`)).status).toBe(404);
    await ann.call(noteCalls.share, { noteId: note.id, shareRange: 'project' });
    expect((await image()).status).toBe(404);
  });

  it('stay while a version names them, or their note is in the trash', async () => {
    const [note, trashed] = [await makeNote(), await makeNote()];
    const purge = async (days: number) => {
      core.parts.pass(days * DAY);
      await purgeImages(core.services);
    };
    const { imageId } = await upload(note.id);
    await name(note.id, note.projectId, imageId);
    core.parts.pass(DAY);
    await name(note.id, note.projectId, '');
    const versions = await ann.call(versionCalls.page, { contentId: note.id });
    await ann.call(versionCalls.name, { contentId: note.id, id: versions.list[0]!.id, name: 'With the picture' });
    await purge(0);
    await purge(40);
    await purge(40);
    expect((await read(note.id, imageId)).status).toBe(200);
    await core.platform.db.deleteFrom('note_version').where('content_id', '=', note.id).execute();
    await purge(40);
    expect((await read(note.id, imageId)).status).toBe(404);

    // removed, looked at, and named again just before the note is deleted
    const { imageId: again } = await upload(trashed.id);
    await name(trashed.id, trashed.projectId, '');
    await purge(20);
    await name(trashed.id, trashed.projectId, again);
    await ann.call(noteCalls.remove, { id: trashed.id });
    await purge(20);
    const kept = await core.platform.db.selectFrom('note_image').select('id').where('id', '=', again).execute();
    expect(kept).toHaveLength(1);
  });

  it('are all looked at on the day on which they are due, also where a version keeps some of them', async () => {
    const note = await makeNote();
    const [first, second, third] = [await upload(note.id), await upload(note.id), await upload(note.id)];
    const images = [first, second].map(({ imageId }) => `![plan](image:${imageId})`).join('\n\n');
    await ann.call(noteCalls.save, { noteId: note.id, projectId: note.projectId, title: 'Plans', content: images });
    core.parts.pass(DAY);
    await name(note.id, note.projectId, '');
    const versions = await ann.call(versionCalls.page, { contentId: note.id });
    await ann.call(versionCalls.name, { contentId: note.id, id: versions.list[0]!.id, name: 'With the pictures' });
    await purgeImages(core.services);
    core.parts.pass(40 * DAY);
    // each batch of two has an image that the version keeps
    await purgeImages(core.services, 2);
    const left = await core.platform.db
      .selectFrom('note_image')
      .select(['id', 'unused_since'])
      .where('content_id', '=', note.id)
      .execute();
    expect(left.map(({ id }) => id).sort()).toEqual([first.imageId, second.imageId].sort());
    for (const { unused_since: since } of left) expect(since).toBeGreaterThan(core.now() - DAY);
    expect((await read(note.id, third.imageId)).status).toBe(404);
  });

  it('are not deleted when the text has changed since they were looked at', async () => {
    const note = await makeNote();
    const { imageId } = await upload(note.id);
    await name(note.id, note.projectId, '');
    await purgeImages(core.services);
    core.parts.pass(31 * DAY);
    // named again after the texts were looked at, and before the deletion
    await name(note.id, note.projectId, imageId);
    const row = await core.platform.db
      .selectFrom('note_image')
      .selectAll()
      .where('id', '=', imageId)
      .executeTakeFirstOrThrow();
    expect(await dropImage(core.services, row, isUnused(core.now()))).toBe(false);
    expect((await read(note.id, imageId)).status).toBe(200);
  });

  it('are deleted thirty days after their note, or after the text stopped naming them', async () => {
    const note = await makeNote();
    const { imageId } = await upload(note.id);
    const { imageId: removed } = await upload(note.id);
    await name(note.id, note.projectId, imageId);
    const purge = async (days: number) => {
      core.parts.pass(days * DAY);
      await purgeImages(core.services);
    };
    await purge(0);
    await purge(29);
    expect((await read(note.id, removed)).status).toBe(200);
    await purge(2);
    expect([(await read(note.id, removed)).status, (await read(note.id, imageId)).status]).toEqual([404, 200]);
    // named again in time, it stays
    await name(note.id, note.projectId, '');
    await purge(0);
    await name(note.id, note.projectId, imageId);
    await purge(20);
    await purge(20);
    expect((await read(note.id, imageId)).status).toBe(200);
    await ann.call(noteCalls.remove, { id: note.id });
    expect((await read(note.id, imageId)).status).toBe(404);
    const row = await core.platform.db
      .selectFrom('note_image')
      .select('upload_id')
      .where('id', '=', imageId)
      .executeTakeFirstOrThrow();
    await purge(29);
    expect(await core.platform.blobs.size(blobKey(row.upload_id))).toBe(picture.length);
    await purge(2);
    expect(await core.platform.blobs.size(blobKey(row.upload_id))).toBeNull();
  });
});
