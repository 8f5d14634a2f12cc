"""What a screen reader gets of the desktop's accessibility bus (AT-SPI): what is told by itself, and on a line of input all that is there. JSON, a line each."""

import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

KINDS = ("object:state-changed:focused", "object:state-changed:showing", "object:children-changed:add", "object:text-changed:insert")


def say(line):
    print(json.dumps(line), flush=True)


def about(node):
    attributes = node.get_attributes() or {}
    states = node.get_state_set()
    return {
        "role": node.get_role_name(),
        "name": node.get_name() or "",
        "description": node.get_description() or "",
        "level": attributes.get("level"),
        "live": attributes.get("live") or attributes.get("container-live"),
        "focused": states.contains(Atspi.StateType.FOCUSED),
        "enabled": states.contains(Atspi.StateType.ENABLED),
    }


def text_of(node, depth=0):
    """The words of a node and of all below it, as they are read out."""
    parts = [node.get_name() or ""]
    if depth < 12 and parts == [""]:
        parts = [text_of(node.get_child_at_index(at), depth + 1) for at in range(node.get_child_count())]
    return " ".join(part for part in parts if part)


def heard(event):
    try:
        if event.type.startswith("object:state-changed") and event.detail1 == 0:
            return
        node = event.any_data if event.type.startswith("object:children-changed") else event.source
        say({"event": event.type, **about(node), "text": text_of(node)})
    except (GLib.Error, AttributeError, TypeError):
        pass  # It has gone meanwhile.


def walk(node, depth=0):
    found = [{**about(node), "depth": depth}]
    for at in range(node.get_child_count()):
        child = node.get_child_at_index(at)
        if child is not None:
            found += walk(child, depth + 1)
    return found


def tree():
    desktop = Atspi.get_desktop(0)
    found = []
    for at in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(at)
        if application is not None:
            application.clear_cache()
            found += walk(application)
    return found


def asked(channel, _condition):
    if channel.readline() == "":
        Atspi.event_quit()
        return False
    try:
        say({"tree": tree()})
    except GLib.Error:
        say({"tree": None})
    return True


bus = Gio.bus_get_sync(Gio.BusType.SESSION)
for name in ("IsEnabled", "ScreenReaderEnabled"):
    value = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
    bus.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set", value, None, 0, 10_000)
Atspi.init()
listener = Atspi.EventListener.new(heard)
for kind in KINDS:
    listener.register(kind)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, asked)
say({"ready": True})
Atspi.event_main()
