import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Component } from 'react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/marks.tsx';
import { textOf } from '../text/index.ts';

interface Props {
  readonly children: ReactNode;
}

/** Says a bug of the window plainly instead of an empty page; only a class can catch one. */
export class Mishap extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const say = textOf('shared');
    return (
      <EmptyState
        icon={<CircleAlert aria-hidden />}
        title={say('something-broke')}
        actions={
          <Button kind="primary" onPress={() => window.location.reload()}>
            {say('open-anew')}
          </Button>
        }
      >
        {say('something-broke-hint')}
      </EmptyState>
    );
  }
}
