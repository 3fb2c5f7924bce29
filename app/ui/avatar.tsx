import { useState } from 'react';
import { cx } from './cx';

export interface AvatarProps {
  /** a person's or a company's name; the picture of somebody without one */
  name: string;
  src?: string | undefined;
  size?: 20 | 24 | 32 | 40 | 56;
  shape?: 'round' | 'square';
  className?: string;
}

/** One grapheme for CJK names, two initials else. */
export function initials(name: string): string {
  const clean = name.trim();
  const first = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(clean)][0]?.segment ?? '';
  if (!first) return '?';
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(first)) return first;
  const words = clean.split(/\s+/);
  const last = words.length > 1 ? words[words.length - 1]![0] ?? '' : '';
  return (first + last).toUpperCase();
}

/** Pixels of the initials in an avatar of this size: at least ten, as a Han character is illegible below. */
export const initialsSize = (size: number): number => Math.max(10, Math.round(size * 0.42));

/** A person or a company, small. Decorative: the name stands beside it or in the label of its button. */
export function Avatar({ name, src, size = 32, shape = 'round', className }: AvatarProps) {
  const look = cx('inline-flex shrink-0 select-none items-center justify-center overflow-hidden', shape === 'round' ? 'rounded-full' : 'rounded-control', className);
  // a picture lives on the server: without it the initials stand in
  const [missing, setMissing] = useState('');
  if (src && src !== missing) return <img src={src} alt="" width={size} height={size} onError={() => setMissing(src)} className={cx(look, 'object-cover')} style={{ width: size, height: size }} />;
  return (
    <span aria-hidden className={cx(look, 'bg-accent-tint font-medium text-accent-ink')} style={{ width: size, height: size, fontSize: initialsSize(size) }}>
      {initials(name)}
    </span>
  );
}
