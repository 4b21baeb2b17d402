"""What chatterd promises: pure functions from a History to descriptions of broken promises."""

import collections

from history import REFUSED, STORED


def _acknowledged(history):
    return [post for post in history.posts if post.outcome == STORED]


def _deletions_begun(history):
    """For each text the time from which it may be absent."""
    begun = {}
    for deletion in history.deletions:
        begun[deletion.text] = min(deletion.started, begun.get(deletion.text, deletion.started))
    return begun


def acknowledged_posts_stay(history):
    """Each acknowledged post is in the last list, unless its deletion was requested."""
    final, begun = set(history.final), _deletions_begun(history)
    for post in _acknowledged(history):
        if post.text not in final and post.text not in begun:
            yield f"lost: {post.text}, acknowledged to {post.client} at {post.ended:.3f}"


def posts_are_stored_once(history):
    """No list has a chatt twice."""
    lists = [(read.client, read.ended, read.texts) for read in history.reads]
    reported = set()
    for client, time, texts in [*lists, ("the last list", float("inf"), history.final)]:
        if len(set(texts)) == len(texts):
            continue
        for text, count in collections.Counter(texts).items():
            if count > 1 and text not in reported:
                reported.add(text)
                yield f"stored {count} times: {text}, in a list of {client} at {time:.3f}"


def refused_posts_are_not_stored(history):
    """A post whose responses all say that nothing was stored is in no list and in no stream."""
    refused = {post.text for post in history.posts if post.outcome == REFUSED}
    seen = set(history.final)
    for read in history.reads:
        seen.update(read.texts)
    for segment in history.segments:
        seen.update(text for _, text in segment.events)
    for text in sorted(refused & seen):
        yield f"refused, but stored: {text}"


def reads_have_acknowledged_posts(history):
    """A read has each post that was acknowledged, to any client, before the read began."""
    begun = _deletions_begun(history)
    posts = sorted(_acknowledged(history), key=lambda post: post.ended)
    place = {text: index for index, text in enumerate(history.final)}
    known, index, reported = set(), 0, set()
    for read in sorted(history.reads, key=lambda read: read.started):
        while index < len(posts) and posts[index].ended < read.started:
            known.add(posts[index].text)
            index += 1
        for text in _absent(read, known, begun, place) - reported:
            reported.add(text)
            yield f"not in a later list: {text}, a read of {read.client} at {read.started:.3f}"


def reads_never_go_back(history):
    """What a client has seen is in each of its later reads."""
    begun = _deletions_begun(history)
    place = {text: index for index, text in enumerate(history.final)}
    seen = collections.defaultdict(set)
    reported = set()
    for read in sorted(history.reads, key=lambda read: read.started):
        for text in _absent(read, seen[read.client], begun, place) - reported:
            reported.add(text)
            yield f"seen, then gone: {text}, a read of {read.client} at {read.started:.3f}"
        seen[read.client].update(read.texts)


def _absent(read, known, begun, place):
    """The known chatts that the read should have and does not have."""
    absent = {
        text for text in known.difference(read.texts) if begun.get(text, float("inf")) > read.ended
    }
    if read.whole or not absent or not read.texts:
        return absent
    # A page ends with its oldest chatt: what is older in the last list is on the next page. A chatt
    # that is not in the last list is reported by another rule.
    oldest = max(place.get(text, -1) for text in read.texts)
    return {text for text in absent if place.get(text, oldest) < oldest}


def deletions_last(history):
    """A deleted chatt is in no later read, and not in the last list."""
    final = set(history.final)
    deleted = sorted(
        (d for d in history.deletions if d.outcome == STORED), key=lambda deletion: deletion.ended
    )
    for deletion in deleted:
        if deletion.text in final:
            yield f"deleted, but in the last list: {deletion.text}"
    gone, index, reported = set(), 0, set()
    for read in sorted(history.reads, key=lambda read: read.started):
        while index < len(deleted) and deleted[index].ended < read.started:
            gone.add(deleted[index].text)
            index += 1
        for text in gone.intersection(read.texts) - reported:
            reported.add(text)
            yield f"deleted, but listed: {text}, a read of {read.client} at {read.started:.3f}"


def events_arrive_once(history):
    """A stream delivers no event twice without a `reset` between them."""
    for segment in history.segments:
        for (kind, text), count in collections.Counter(segment.events).items():
            if count > 1:
                yield f"{count} events {kind}: {text}, on {segment.stream}"


def events_are_in_order(history):
    """A post that began after another one was acknowledged is delivered after it."""
    posts = {post.text: post for post in _acknowledged(history)}
    for segment in history.segments:
        chatts = [posts[text] for kind, text in segment.events if kind == "chatt" and text in posts]
        earliest = None
        for post in reversed(chatts):
            if earliest and earliest.ended < post.started:
                yield f"out of order: {earliest.text} after {post.text}, on {segment.stream}"
            if earliest is None or post.ended < earliest.ended:
                earliest = post


def no_event_is_missing(history):
    """A stream delivers what was posted after its start: before later posts, and all by the end."""
    begun = _deletions_begun(history)
    posts = {post.text: post for post in _acknowledged(history)}
    deleted = {d.text for d in history.deletions if d.outcome == STORED}
    for segment in history.segments:
        delivered = {text for kind, text in segment.events if kind == "chatt"}
        latest = max((posts[t].started for t in delivered if t in posts), default=0)
        limit = float("inf") if segment.last else latest
        for text, post in posts.items():
            due = segment.started < post.started and post.ended < limit and text not in begun
            if due and text not in delivered:
                yield f"no event for {text}, acknowledged at {post.ended:.3f}, on {segment.stream}"
        if segment.last:
            removals = {text for kind, text in segment.events if kind == "delete"}
            for text in sorted(deleted & delivered - removals):
                yield f"no event for the deletion of {text}, on {segment.stream}"


def clips_are_identical(history):
    """A clip has the bytes that were posted."""
    for clip in history.clips:
        if clip.received != clip.expected:
            yield f"other bytes in the clip of {clip.text}"


PROMISES = (
    acknowledged_posts_stay,
    posts_are_stored_once,
    refused_posts_are_not_stored,
    reads_have_acknowledged_posts,
    reads_never_go_back,
    deletions_last,
    events_arrive_once,
    events_are_in_order,
    no_event_is_missing,
    clips_are_identical,
)


def broken(history):
    """The descriptions of all broken promises, by the name of the promise."""
    found = {promise.__name__: list(promise(history)) for promise in PROMISES}
    return {name: descriptions for name, descriptions in found.items() if descriptions}
