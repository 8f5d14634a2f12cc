import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { CropFrame } from '../../../../../src/renderer/screens/scan/pages/crop-frame.tsx';
import type { CropPart } from '../../../../../src/renderer/screens/scan/pages/crop-part.ts';
import { startTexts } from '../../../../../src/renderer/text/index.ts';

beforeAll(() => startTexts('en'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const middle: CropPart = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 };

function frameOf(part: CropPart): { readonly changes: CropPart[]; readonly ends: string[] } {
  const [changes, ends]: [CropPart[], string[]] = [[], []];
  render(
    <CropFrame
      part={part}
      onChange={(next) => changes.push(next)}
      onCut={() => ends.push('cut')}
      onLeave={() => ends.push('leave')}
    />,
  );
  return { changes, ends };
}

it.each([
  ['Top left corner', 'ArrowLeft', { left: 0.23, width: 0.52 }],
  ['Top edge', 'ArrowDown', { top: 0.27, height: 0.48 }],
  ['Top right corner', 'ArrowUp', { top: 0.23, height: 0.52 }],
  ['Right edge', 'ArrowRight', { width: 0.52 }],
  ['Bottom right corner', 'ArrowRight', { width: 0.52 }],
  ['Bottom edge', 'ArrowUp', { height: 0.48 }],
  ['Bottom left corner', 'ArrowDown', { height: 0.52 }],
  ['Left edge', 'ArrowRight', { left: 0.27, width: 0.48 }],
])('%s is moved by %s, and no other side', (name, key, moved) => {
  const { changes } = frameOf(middle);
  fireEvent.keyDown(screen.getByRole('button', { name }), { key });
  expect(changes).toHaveLength(1);
  for (const side of ['left', 'top', 'width', 'height'] as const)
    expect(changes[0]?.[side]).toBeCloseTo({ ...middle, ...moved }[side]);
});

it('a handle does nothing along its own side, and Enter cuts and Esc leaves from there too', () => {
  const { changes, ends } = frameOf(middle);
  const handle = screen.getByRole('button', { name: 'Left edge' });
  fireEvent.keyDown(handle, { key: 'ArrowUp' });
  expect(changes).toEqual([middle]);
  fireEvent.keyDown(handle, { key: 'Enter' });
  fireEvent.keyDown(handle, { key: 'Escape' });
  expect(ends).toEqual(['cut', 'leave']);
});

it.each(['Left edge', 'the frame'])('a pointer that comes back from beyond the page finds %s under it', (name) => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 100));
  vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockReturnValue();
  let now = middle;
  function Framed(): ReactElement {
    const [part, setPart] = useState(middle);
    now = part;
    return <CropFrame part={part} onChange={setPart} onCut={() => undefined} onLeave={() => undefined} />;
  }
  render(<Framed />);
  const held = name === 'Left edge' ? screen.getByRole('button', { name }) : screen.getByRole('group');
  fireEvent.pointerDown(held, { button: 0, clientX: 25, clientY: 50 });
  for (const clientX of [-20, 10, 20]) fireEvent.pointerMove(held, { clientX, clientY: 50 });
  expect(now.left).toBeCloseTo(0.2);
});
