"""Streams, events and threads."""

import threading

import pytest
import torch
import torch.nn.functional as F


def long_work(x, times=20):
    for _ in range(times):
        x = F.log_softmax(x, -1)
    return x


@pytest.fixture
def large():
    return torch.randn(512, 2048)


def test_a_stream_waits_for_another(large):
    expected = long_work(large.double())
    side = torch.npu.Stream()
    x = large.npu()
    side.wait_stream(torch.npu.current_stream())
    with torch.npu.stream(side):
        y = long_work(x)
        y.record_stream(side)
    torch.npu.current_stream().wait_stream(side)
    z = y.clone()
    torch.testing.assert_close(z.cpu().double(), expected, rtol=1e-5, atol=1e-5)


def test_events_order_two_streams(large):
    first, second = torch.npu.Stream(), torch.npu.Stream()
    x = large.npu()
    torch.npu.synchronize()
    done, consumed = torch.npu.Event(), torch.npu.Event()
    buffer = torch.empty_like(x)
    results = []
    for step in range(3):
        with torch.npu.stream(first):
            first.wait_event(consumed) if step else None
            buffer.copy_(long_work(x))
            buffer[0, 0].fill_(step)
            done.record(first)
        with torch.npu.stream(second):
            second.wait_event(done)
            results.append(buffer.clone())
            consumed.record(second)
    torch.npu.synchronize()
    assert [result[0, 0].item() for result in results] == [0, 1, 2]
    expected = long_work(large.double())
    torch.testing.assert_close(results[1].cpu().double()[1:], expected[1:], rtol=1e-5, atol=1e-5)


def test_event_times_what_lies_between(large):
    begin, end = torch.npu.Event(enable_timing=True), torch.npu.Event(enable_timing=True)
    x = large.npu()
    torch.npu.synchronize()
    begin.record()
    long_work(x)
    end.record()
    end.synchronize()
    assert begin.query() and end.query()
    assert 0 < begin.elapsed_time(end) < 60_000


def test_queries_are_true_after_synchronize(large):
    stream = torch.npu.Stream()
    with torch.npu.stream(stream):
        long_work(large.npu())
    stream.synchronize()
    assert stream.query()


def test_two_threads_with_streams_of_their_own(large):
    expected = [F.glu(large.double(), 1), F.log_softmax(large.double(), 0)]
    results = [None, None]

    def work(which):
        torch.npu.set_device(0)
        with torch.npu.stream(torch.npu.Stream()):
            for _ in range(20):
                x = large.npu()
                results[which] = (F.glu(x, 1) if which == 0 else F.log_softmax(x, 0)).cpu()

    threads = [threading.Thread(target=work, args=(which,)) for which in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result, exact in zip(results, expected):
        torch.testing.assert_close(result.double(), exact, rtol=1e-5, atol=1e-5)


def test_two_threads_with_the_fallback(fallback, large):
    results = [None, None]

    def work(which):
        with torch.npu.stream(torch.npu.Stream()):
            x = large[: 64 + which].npu().requires_grad_()
            for _ in range(10):
                loss = (F.glu(x, 1) * which).sum()
                (results[which],) = torch.autograd.grad(loss, x)

    threads = [threading.Thread(target=work, args=(which,)) for which in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for which, result in enumerate(results):
        x = large[: 64 + which].double().requires_grad_()
        (expected,) = torch.autograd.grad((F.glu(x, 1) * which).sum(), x)
        torch.testing.assert_close(result.cpu().double(), expected, rtol=1e-5, atol=1e-6)


def test_fallback_follows_the_stream_order(fallback, large):
    stream = torch.npu.Stream()
    x = large.npu()
    torch.npu.synchronize()
    with torch.npu.stream(stream):
        y = long_work(x) + 1  # + runs on the CPU, after all that the stream was given
        z = F.log_softmax(y, -1)
    stream.synchronize()
    expected = F.log_softmax(long_work(large.double()) + 1, -1)
    torch.testing.assert_close(z.cpu().double(), expected, rtol=1e-5, atol=1e-5)
